#include "app/views/generate/beams_win.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/numbers.h"
#include "core/io/text_reading.h"
#include "core/scores/bleu.h"
#include "core/scores/chrf.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// A row of a batch without its padding; empty: there is none.
Sentence row_of(const IndexTensor& tokens, Size row, std::int32_t pad) {
    if (tokens.empty()) return {};
    const std::int32_t* first = tokens.data() + row * tokens.size(1);
    Sentence sentence(first, first + tokens.size(1));
    while (!sentence.empty() && sentence.back() == pad) sentence.pop_back();
    return sentence;
}

/// The target in a batch beside this source.
std::optional<Sentence> target_beside(const Sentence& source, const Batch& batch, const Configuration& c) {
    for (Size row = 0; row < batch.sentences(); ++row) {
        if (row_of(batch.src, row, c.pad_src) != source) continue;
        Sentence target = row_of(batch.labels, row, c.pad_tgt);
        if (!target.empty()) return target;
    }
    return std::nullopt;
}

/// Whether the sentences that the model was opened with are pairs: not drawn ones, nor typed texts, for which it wrote the targets.
bool has_pairs(const Model& model, const ModelRequest& request) {
    return !model.random_batch && (request.texts.empty() || !request.target_texts.empty());
}

/// The target of a source where it was found: in the batch, or in the card.
struct FoundTarget {
    Sentence source = {}, in_batch = {};
    const CardTranslation* in_card = nullptr;
};

std::optional<FoundTarget> find_target(const State& state, const DecodingQuestion& question) {
    const Model& model = *question.opened;
    const Configuration& c = model.configuration;
    if (!c.has_encoder() || !c.has_decoder() || model.target_vocabulary.empty()) return std::nullopt;
    const ModelRequest& request = working_run(state)->request;
    Sentence source = question.source;
    while (!source.empty() && source.back() == c.pad_src) source.pop_back();
    if (has_pairs(model, request)) {
        if (auto target = target_beside(source, model.batch, c))
            return FoundTarget{.source = source, .in_batch = std::move(*target)};
    }
    if (!model.card || !model.card->held_out || model.card->held_out->translations.empty()) return std::nullopt;
    const std::vector<CardTranslation>& known = model.card->held_out->translations;
    const auto found = std::ranges::find(known, written(source, text_of_source(model, request.folder)), &CardTranslation::source);
    if (found == known.end()) return std::nullopt;
    return FoundTarget{.source = source, .in_card = &*found};
}

KnownTarget text_of(const FoundTarget& found, const Model& model, const std::optional<std::filesystem::path>& folder) {
    const std::string source = written(found.source, text_of_source(model, folder));
    if (found.in_card) return {source, found.in_card->target, fmt::format("held-out pair {}", found.in_card->pair)};
    return {source, written(found.in_batch, target_text(model, folder)), "a pair of the batch"};
}

MeasuredText measured(const Generation& generation, const TargetText& writing, const std::string& target) {
    const Hypothesis& best = generation.hypotheses.front();
    MeasuredText text{.text = written(best.tokens, writing),
                      .log_probability = best.log_probability,
                      .score = best.score,
                      .finished = best.finished};
    const Translation translation{text.text, {target}};
    text.bleu = sentence_bleu(translation).score;
    text.chrf = sentence_chrf(translation).score;
    return text;
}

}  // namespace

bool has_known_target(const State& state, const DecodingQuestion& question) { return find_target(state, question).has_value(); }

std::optional<BeamsWin> beams_win(const State& state) {
    const Decoded* other = other_way_of(state);
    if (!other) return std::nullopt;
    const Decoded& decoded = *decoded_of(state);
    if (decoded.generation.hypotheses.empty() || other->generation.hypotheses.empty()) return std::nullopt;
    const bool has_beams = decoded.question.options.strategy == Strategy::beam;
    const Decoded &greedy = has_beams ? *other : decoded, &beams = has_beams ? decoded : *other;
    const Model& model = *decoded.question.opened;
    const std::optional<std::filesystem::path>& folder = working_run(state)->request.folder;
    const TargetText writing = target_text(model, folder);
    BeamsWin result{.target = text_of(*find_target(state, decoded.question), model, folder), .beams = beams.question.options.beams};
    result.greedy = measured(greedy.generation, writing, result.target.text);
    result.with_beams = measured(beams.generation, writing, result.target.text);
    return result;
}

const CardFigures* figures_with_beams(const State& state) {
    if (!state.run || !state.run->model->card) return nullptr;
    const std::optional<CardFigures>& figures = state.run->model->card->held_out;
    return figures && figures->beams && figures->bleu && figures->chrf ? &*figures : nullptr;
}

std::vector<std::size_t> most_won_first(const std::vector<CardTranslation>& translations) {
    std::vector<std::size_t> places(translations.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, std::ranges::greater{}, [&](std::size_t place) { return translations[place].won(); });
    return places;
}

bool has_beams_page(const State& state) { return figures_with_beams(state) || other_question(state); }

std::string won_text(double won) {
    const std::string size = fmt::format("{:.1f}", std::abs(won));
    return size == "0.0" ? size : (won < 0 ? "-" : "+") + size;
}

std::string won_words(bool same_text, double won, Size beams) {
    const std::string who = beams == 1 ? "the one beam" : "the " + beams_text(beams);
    if (same_text) return fmt::format("Greedy and {} write the same.", who);
    const std::string size = fmt::format("{:.1f}", std::abs(won));
    if (size == "0.0") return fmt::format("Greedy and {} write different sentences, equally near to the target.", who);
    return fmt::format("Against the target, {} {} {} chrF2.", who,
                       won < 0      ? beams == 1 ? "loses" : "lose"
                       : beams == 1 ? "wins"
                                    : "win",
                       size);
}

namespace {

/// A held-out pair as a sentence of the batch. Throws Error if it cannot be read.
ReplaceSentence sentence_of(const CardTranslation& pair, const Run& run, Size sentence) {
    const Model& model = *run.model;
    const std::optional<std::filesystem::path>& folder = run.request.folder;
    std::vector<std::string> notes;  // of unknown words, which stand in the batch as such
    ReplaceSentence read{sentence, read_source(pair.source, model, source_text(model, folder), "source", notes), {}, {}};
    read.labels = read_target(pair.target, model, target_reading(model, folder), "target", notes);
    read.target.push_back(model.configuration.bos);
    read.target.insert(read.target.end(), read.labels.begin(), read.labels.end() - 1);
    return read;
}

/// The search that the card measured, without a limit that would cut the sentence off.
DecodeOptions search_of(const CardBeams& beams, const Configuration& c, Size source_length) {
    DecodeOptions options{.strategy = Strategy::beam,
                          .beams = beams.beams,
                          .length_penalty = beams.length_penalty,
                          .early_stopping = beams.early_stopping};
    options.max_new_tokens = decoding_limits(c, source_length).words;
    return options;
}

}  // namespace

void do_command(State& state, const SearchHeldOut& command) {
    const CardFigures* figures = figures_with_beams(state);
    if (!figures || command.translation >= figures->translations.size() || !can_edit(state)) return;
    const CardTranslation& pair = figures->translations[command.translation];
    try {
        const ReplaceSentence sentence = sentence_of(pair, *state.run, shown_sentence(state));
        if (!edit_batch(state, sentence, {.what = fmt::format("held-out pair {}", pair.pair)})) return;
        const auto length = static_cast<Size>(sentence.source.size());
        do_command(state, StopForcing{});
        do_command(state, SetDecoding{search_of(*figures->beams, state.run->model->configuration, length)});
        do_command(state, ShowBeamsPage{false});
    } catch (const Error& error) {
        state.message = error.what();
    }
}

}  // namespace vitrine
