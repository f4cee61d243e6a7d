#include "app/cli/generate/text.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/decode/candidates.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::size_t others_shown = 3;

std::string decimals(double number) { return number_text(number, ElementType::scalar, 4); }

std::string word_of(std::int32_t token, const TargetText& target) { return printable(target.vocabulary.word(token)); }

/// "log P -0.1008  score -0.0742  ", with the figures aligned.
std::string figures_before(const Hypothesis& h) {
    return fmt::format("log P {}  score {}  ", right_aligned(decimals(h.log_probability), 9), right_aligned(decimals(h.score), 9));
}

const char* cut_word(Cut cut) { return cut == Cut::none ? "" : cut == Cut::forbidden ? " not allowed" : " cut"; }

/// The probability with which a word was drawn, and the other candidates.
struct Alternatives {
    double filtered = 0;
    std::array<std::string, others_shown> others{};
};

Alternatives alternatives_to(const Generation& generation, const WordNode& node, const TargetText& target) {
    Alternatives result;
    const StepRow* row = row_after(generation, node.parent);
    if (!row) return result;
    std::size_t others = 0;
    for (const Candidate& c : candidates_of(row->logits, sampling_of(generation.options), row->forbidden)) {
        if (c.token == node.token) {
            result.filtered = c.filtered;
        } else if (others < others_shown) {
            result.others[others++] = fmt::format("{} {}{}", word_of(c.token, target), decimals(c.probability), cut_word(c.cut));
        }
    }
    return result;
}

using Row = std::vector<std::string>;

/// Rows below one another with aligned columns. Columns of numbers are right-aligned.
std::string aligned(const std::vector<Row>& rows, const std::vector<bool>& numbers) {
    std::vector<std::size_t> widths(numbers.size());
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], text_width(row[i]));
    }
    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += "  " + (numbers[i] ? right_aligned(row[i], widths[i]) : left_aligned(row[i], widths[i]));
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
}

std::string table_of(const Generation& generation, const Hypothesis& hypothesis, const TargetText& target) {
    const bool draws = generation.options.strategy == Strategy::sample;
    std::vector<Row> rows{{"step", "word", "probability", "log P so far", "instead", "", "", "why"}};
    std::vector<bool> numbers{true, false, true, true, false, false, false, false};
    if (draws) {
        rows[0].insert(rows[0].begin() + 3, "drawn with");
        numbers.insert(numbers.begin() + 3, true);
    }
    for (const int place : path_to(generation, hypothesis.node)) {
        const WordNode& node = generation.nodes[static_cast<std::size_t>(place)];
        if (node.step == 0) continue;
        const Alternatives alternatives = alternatives_to(generation, node, target);
        Row row{std::to_string(node.step), word_of(node.token, target), decimals(node.probability)};
        if (draws) row.push_back(decimals(alternatives.filtered));
        row.push_back(decimals(node.log_probability));
        row.insert(row.end(), alternatives.others.begin(), alternatives.others.end());
        row.push_back(printable(why(generation, place)));
        rows.push_back(std::move(row));
    }
    return aligned(rows, numbers);
}

std::string count_text(double count) { return grouped(static_cast<Size>(count)); }

/// The cost of all steps together, and what the cache saves.
std::string work_text(const Generation& generation) {
    Size reused = 0, added = 0;
    const StepWork work = multiplications_of(generation);
    for (const DecodeStep& step : generation.steps) {
        reused += step.rows_reused, added += step.rows_added;
    }
    std::string time = fmt::format("{:.3f} ms", microseconds_of(generation) / 1000);
    if (generation.encoder_microseconds > 0) time += fmt::format(", the encoder {:.3f} ms", generation.encoder_microseconds / 1000);
    if (!generation.cached) {
        return fmt::format("  without the cache: {} multiplications in the decoder, {}\n", count_text(work.without_cache), time);
    }
    return fmt::format(
        "  cache: {} rows of keys and values reused, {} added, in each layer; {} multiplications in the decoder, {} without it; "
        "{}\n",
        grouped(reused), grouped(added), count_text(work.with_cache), count_text(work.without_cache), time);
}

/// The rules of the model's folder that restrict the model: "  not allowed: <pad>; demanded as the last word there may be: </s>".
/// Long lists are cut.
std::string rules_text(const Generation& generation, const TargetText& target) {
    constexpr std::size_t most = 12;
    const GenerationRules& rules = generation.options.rules;
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "  " : "; ") + part; };
    std::string forbidden;
    for (std::size_t i = 0; i < std::min(most, rules.forbidden.size()); ++i) {
        std::string words;
        for (const std::int32_t token : rules.forbidden[i]) words += (words.empty() ? "" : " ") + word_of(token, target);
        forbidden += (i > 0 ? ", " : "") + words;
    }
    if (rules.forbidden.size() > most) forbidden += fmt::format(" and {} more", rules.forbidden.size() - most);
    if (!forbidden.empty()) add("not allowed: " + forbidden);
    if (rules.forced_first != no_token) add("required first: " + word_of(rules.forced_first, target));
    if (rules.forced_last != no_token) add("required as the last possible token: " + word_of(rules.forced_last, target));
    return text.empty() ? text : text + '\n';
}

/// "  [176 39 0]": the ids that a folder's tokenizer makes of a text. Empty for other models, whose text says it all.
std::string ids_text(const Sentence& tokens, const TargetText& target) {
    if (target.framing != Framing::by_tokenizer) return "";
    return fmt::format("{}[{}]", "  ", fmt::join(tokens, " "));
}

std::string line_of(const Generation& generation, const Hypothesis& hypothesis, const TargetText& target) {
    const bool several = generation.options.n_best > 1;
    return (several ? figures_before(hypothesis) : "") + printable(written(hypothesis.tokens, target)) +
           ids_text(hypothesis.tokens, target) + '\n';
}

}  // namespace

std::string sentences_text(const Generation& generation, const TargetText& target) {
    std::string text;
    for (const Hypothesis& hypothesis : generation.hypotheses) text += line_of(generation, hypothesis, target);
    return text;
}

std::string steps_text(const Generation& generation, const TargetText& target) {
    std::string text;
    for (const Hypothesis& hypothesis : generation.hypotheses) {
        text += line_of(generation, hypothesis, target) + table_of(generation, hypothesis, target) + '\n';
    }
    return text + rules_text(generation, target) + work_text(generation);
}

std::string note_of_length(const Generation& generation, const TargetText& target, const Configuration& configuration) {
    const auto unfinished =
        std::count_if(generation.hypotheses.begin(), generation.hypotheses.end(), [](const Hypothesis& h) { return !h.finished; });
    if (unfinished == 0) return "";
    const Size most = generation.most_new_tokens;
    const bool may_be_longer = configuration.positions != PositionKind::learned || most < configuration.max_positions;
    const std::string which =
        generation.hypotheses.size() == 1 ? "" : fmt::format("{} of {} sentences ", unfinished, generation.hypotheses.size());
    const std::string missing = target.eos == no_token ? ", as the model has no end"
                                                       : " without " + std::string(target.vocabulary.empty() ? "token " : "") +
                                                             target.vocabulary.word(target.eos);
    return fmt::format("{}stopped after {} new token{}{}{}", which, most, most == 1 ? "" : "s", missing,
                       may_be_longer ? "; --max-new-tokens allows more" : ": the model has no more positions");
}

std::string note_of_better(const Generation& generation, const TargetText& target) {
    const auto better = better_unfinished(generation);
    if (!better || !generation.options.early_stopping) return "";
    return fmt::format("“{}” had a better score still when {} sentences had ended; --no-early-stopping lets it go on",
                       printable(written(tokens_to(generation, *better), target)), ended_sentences(generation));
}

}  // namespace vitrine
