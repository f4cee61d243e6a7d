#include "app/cli/evaluate/writing.h"

#include <algorithm>
#include <chrono>
#include <iostream>

#include <fmt/format.h>
#include <unistd.h>

#include "app/base/interrupt.h"
#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/progress.h"
#include "core/decode/generate.h"
#include "core/files/problem.h"
#include "core/io/model_text.h"
#include "core/scores/exact_match.h"
#include "core/scores/tokens_13a.h"
#include "core/scores/white_space.h"
#include "core/text/plain_text.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

namespace {

using Folder = std::optional<std::filesystem::path>;

/// Reports progress: on a terminal in one line that is overwritten, otherwise in a line every few seconds. Reports nothing if the
/// work is done in a moment.
class PairProgress {
public:
    explicit PairProgress(std::size_t count) : count_(count) {}
    ~PairProgress() { clear(); }
    PairProgress(const PairProgress&) = delete;
    PairProgress& operator=(const PairProgress&) = delete;

    void show(std::size_t done) {
        const auto now = Clock::now();
        if (done == count_ || now - shown_ < (on_terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(2))) return;
        shown_ = now;
        const double seconds = std::chrono::duration<double>(now - start_).count();
        const double left = seconds / static_cast<double>(std::max<std::size_t>(done, 1)) * static_cast<double>(count_ - done);
        const auto text = fmt::format("pair {} of {}  {} left", grouped(static_cast<Size>(done)),
                                      grouped(static_cast<Size>(count_)), time_text(left));
        messages() << (on_terminal_ ? "\r\033[K" + text : text + '\n') << std::flush;
    }

    void clear() {
        if (on_terminal_ && shown_ != start_) messages() << "\r\033[K" << std::flush;
        shown_ = start_;
    }

private:
    using Clock = std::chrono::steady_clock;

    const std::size_t count_;
    const bool on_terminal_ = isatty(STDERR_FILENO) == 1;
    const Clock::time_point start_ = Clock::now();
    Clock::time_point shown_ = start_;
};

/// What is written with one way of decoding.
struct Texts {
    DecodeOptions options;
    std::vector<CardOutput> written = {};
    std::int64_t cut_off = 0, better_left = 0;
};

/// Decodes with one model, one pair after the other, until it is interrupted.
class PairWriter {
public:
    PairWriter(const Model& model, const Folder& folder)
        : decoder_({model.configuration, model.parameters}), writing_(target_text(model, folder)) {}

    void write(const Sentence& source, Texts& texts) {
        const auto goes_on = [this](const Generation&) { return interrupt_.signal() == 0; };
        const Generation generation = decoder_.decode(source, texts.options, goes_on);
        if (interrupt_.signal() != 0) return;
        const Hypothesis& best = generation.hypotheses.front();
        texts.written.push_back({.text = vitrine::written(best.tokens, writing_, StrayBytes::replaced),
                                 .log_probability = best.log_probability,
                                 .score = best.score});
        texts.cut_off += !best.finished;
        texts.better_left += better_unfinished(generation).has_value();
    }

    int signal() const { return interrupt_.signal(); }

private:
    const Interrupt interrupt_;
    Decoder decoder_;
    const TargetText writing_;
};

/// The words of the longest text.
std::size_t longest_of(const std::vector<std::string>& texts) {
    std::size_t longest = 0;
    for (const std::string& text : texts) {
        const std::string tokenised = tokenize_13a(text);
        longest = std::max(longest, split_at_white_space(tokenised).size());
    }
    return longest;
}

WritingScores scores_of(const Texts& texts, const std::vector<std::string>& targets) {
    std::vector<Translation> translations;
    for (std::size_t i = 0; i < targets.size(); ++i) translations.push_back({texts.written[i].text, {targets[i]}});
    return {corpus_bleu(translations), corpus_chrf(translations), exact_match(translations), texts.cut_off, texts.better_left};
}

/// Texts as in the file. Those that do not come from a text are written like the model's own sentences.
std::vector<std::string> texts_of(const EvaluationData& data, const std::vector<std::string>& in_file, Sentence Example::*side,
                                  const TargetText& writing) {
    if (!in_file.empty()) return in_file;
    std::vector<std::string> texts;
    for (const Example& pair : data.pairs) texts.push_back(written(pair.*side, writing, StrayBytes::replaced));
    return texts;
}

/// What was written for a source, with the scores of this sentence alone.
CardOutput measured(CardOutput output, const std::string& target) {
    const Translation translation{output.text, {target}};
    output.bleu = sentence_bleu(translation).score;
    output.chrf = sentence_chrf(translation).score;
    return output;
}

}  // namespace

WritingComparison compare_writing(const EvaluationData& data, const Model& model, const Folder& folder, const BeamSearch& search,
                                  Size listed) {
    Texts greedy{{.length_penalty = search.length_penalty}};  // which changes its scores alone
    Texts beams{{.strategy = Strategy::beam,
                 .beams = search.beams,
                 .length_penalty = search.length_penalty,
                 .early_stopping = search.early_stopping}};
    PairWriter writer(model, folder);
    PairProgress progress(data.pairs.size());
    for (std::size_t i = 0; i < data.pairs.size(); ++i) {
        within(fmt::format("pair {}", i + 1), [&] {
            writer.write(data.pairs[i].source, greedy);
            writer.write(data.pairs[i].source, beams);
        });
        if (writer.signal() != 0) {
            progress.clear();
            throw Ended(fmt::format("stopped after {} of {} pairs", i, data.pairs.size()), 128 + writer.signal());
        }
        progress.show(i + 1);
    }
    const auto sources = texts_of(data, data.sources, &Example::source, text_of_source(model, folder)),
               targets = texts_of(data, data.targets, &Example::target, target_text(model, folder));
    WritingComparison comparison{.search = search,
                                 .greedy = scores_of(greedy, targets),
                                 .beams = scores_of(beams, targets),
                                 .longest_target = longest_of(targets)};
    std::vector<Translation> copies;
    for (std::size_t i = 0; i < targets.size(); ++i) copies.push_back({sources[i], {targets[i]}});
    comparison.copied_bleu = corpus_bleu(copies);
    comparison.copied_chrf = corpus_chrf(copies);
    for (const std::int64_t number : evenly_spaced_pairs(static_cast<Size>(targets.size()), listed)) {
        const auto i = static_cast<std::size_t>(number - 1);
        comparison.translations.push_back({.pair = number,
                                           .source = sources[i],
                                           .target = targets[i],
                                           .greedy = measured(greedy.written[i], targets[i]),
                                           .beams = measured(beams.written[i], targets[i])});
    }
    return comparison;
}

}  // namespace vitrine
