/// Determines what is to be decoded, and which answers belong to it.

#include <algorithm>
#include <utility>

#include "app/compare/comparing.h"
#include "app/run/edited.h"
#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/views/generate/beams_win.h"
#include "app/views/generate/numbers.h"
#include "app/views/generate/state.h"
#include "core/model/work.h"

namespace vitrine {

bool operator==(const DecodingQuestion& a, const DecodingQuestion& b) {
    const bool same_variant = a.variant == b.variant || (a.variant.is_own() && b.variant.is_own());
    return a.opened == b.opened && a.opened_parameters == b.opened_parameters && same_variant && a.design == b.design &&
           a.interventions == b.interventions && a.source == b.source && a.options == b.options;
}

namespace {

/// Whether a word's numbers depend on the padding after it.
bool feels_padding(const Design& design) { return !design.padding_mask || design.mask_after_softmax || design.padding_on_queries; }

/// The common length of a batch's sources without needless padding: the run loaded for a chosen word has the same number of
/// columns.
Size padded_length(const Batch& batch, const Configuration& c) {
    Size longest = 1;
    for (Size i = 0; i < batch.sentences(); ++i) longest = std::max(longest, sentence_length(batch, c, BatchSide::source, i));
    return longest;
}

/// A target of the batch, without its padding.
Sentence sentence_in(const Batch& batch, const Configuration& c, Size sentence) {
    const std::int32_t* first = batch.tgt.data() + sentence * batch.target_length();
    return {first, first + sentence_length(batch, c, BatchSide::target, sentence)};
}

/// The number of words that are given to the model: the words before the first one that the labels ask for. All words if the
/// labels ask for all or for none.
Size given_length(const Batch& batch, const Configuration& c, Size sentence, Size whole) {
    if (batch.labels.empty()) return whole;
    Size asked = 0;
    while (asked < whole && batch.labels.at({sentence, asked}) == c.pad_tgt) ++asked;
    return asked == 0 || asked == whole ? whole : asked + 1;
}

/// The words that a decoder alone goes on from: the sentence, without words that it generated itself or that the labels ask for.
Sentence prompt_of(const State& state, const Batch& batch, const Configuration& c, Size sentence) {
    Sentence row = sentence_in(batch, c, sentence);
    const auto whole = static_cast<Size>(row.size()), length = prompt_length(state.of<GenerateView>(), sentence, row);
    row.resize(static_cast<std::size_t>(length < whole ? length : given_length(batch, c, sentence, whole)));
    return row;
}

/// The words of the shown sentence, of run B if two runs are compared. They include padding if that affects the numbers, so that
/// a loaded run is the same as the decoder's. Requires: there is a run.
Sentence source_of(const State& state) {
    const Run& run = *working_run(state);
    const Configuration& c = run.model->configuration;
    const Batch& batch = state.edits.batch ? *state.edits.batch : *opened(working_run(state))->batch;
    const Size sentence = std::min(state.selection.sentence, batch.sentences() - 1);
    if (!c.has_encoder()) return prompt_of(state, batch, c, sentence);
    const std::int32_t* first = batch.src.data() + sentence * batch.source_length();
    const Size length =
        feels_padding(run.regime.design) ? padded_length(batch, c) : sentence_length(batch, c, BatchSide::source, sentence);
    return {first, first + length};
}

/// The first word of that sentence's target, for a model whose targets have no common beginning.
std::int32_t beginning_of(const State& state) {
    const Batch& batch = state.edits.batch ? *state.edits.batch : *opened(working_run(state))->batch;
    return batch.tgt.at({std::min(state.selection.sentence, batch.sentences() - 1), 0});
}

/// A sentence without the padding at its end.
Sentence without_padding(Sentence source, std::int32_t pad) {
    while (!source.empty() && source.back() == pad) source.pop_back();
    return source;
}

/// The interventions without numbers set in recorded tensors, since those belong to the run's own batch.
Interventions taking_part(const Run& run) {
    Interventions interventions = run.edits.interventions;
    std::erase_if(interventions.overwrites,
                  [&](const Overwrite& overwrite) { return run.outline().find(overwrite.path) != nullptr; });
    return interventions;
}

/// The number clamped to its limits; NaN becomes the lower limit.
double within(double number, double least, double most) { return number >= least ? std::min(number, most) : least; }

void drop_what_does_not_fit(Sentence& forced, const Configuration& c, Size most) {
    const auto unknown = std::ranges::find_if(forced, [&](std::int32_t id) { return id < 0 || id >= c.tgt_vocab_size; });
    forced.erase(unknown, forced.end());
    if (static_cast<Size>(forced.size()) > most) forced.resize(static_cast<std::size_t>(most));
}

}  // namespace

DecodeOptions clamped(DecodeOptions options, const Configuration& c, Size source_length) {
    constexpr Size most_beams = 10;
    constexpr double most_penalty = 2, hottest = 2, least_share = 0.01;
    options.beams = std::clamp<Size>(options.beams, 1, most_beams);
    options.length_penalty = within(options.length_penalty, 0, most_penalty);
    options.sampling.temperature = within(options.sampling.temperature, 0, hottest);
    options.sampling.top_k = std::clamp<Size>(options.sampling.top_k, 0, c.tgt_vocab_size);
    options.sampling.top_p = within(options.sampling.top_p, least_share, 1);
    options.max_new_tokens = std::clamp<Size>(options.max_new_tokens, 1, decoding_limits(c, source_length).words);
    options.n_best = options.strategy == Strategy::beam ? options.beams : 1;
    drop_what_does_not_fit(options.forced, c, options.max_new_tokens);
    return options;
}

namespace {

/// The current question with these options.
std::optional<DecodingQuestion> question_with(const State& state, DecodeOptions wanted) {
    const std::shared_ptr<const Run>& run = working_run(state);
    if (!run || !why_nothing_generated(run.get()).empty()) return std::nullopt;
    const std::shared_ptr<const Run> origin = opened(run);
    DecodingQuestion question{.model = run->model,
                              .parameters = run->parameters,
                              .opened = origin->model,
                              .opened_parameters = origin->parameters,
                              .variant = run->edits.variant,
                              .design = run->regime.design,
                              .interventions = taking_part(*run),
                              .source = source_of(state)};
    question.options = clamped(std::move(wanted), run->model->configuration, static_cast<Size>(question.source.size()));
    const DecodeOptions unused;
    DecodeOptions& options = question.options;
    options.rules = run->model->rules;
    const Configuration& c = run->model->configuration;
    if (c.has_encoder() && first_token({.rules = options.rules}, c) == no_token) options.first = beginning_of(state);
    if (options.strategy != Strategy::sample) options.sampling = unused.sampling, options.seed = unused.seed;
    if (options.strategy != Strategy::beam) options.beams = unused.beams, options.early_stopping = unused.early_stopping;
    return question;
}

}  // namespace

std::optional<DecodingQuestion> decoding_question(const State& state) {
    DecodeOptions wanted = state.of<GenerateView>().options;
    if (state.of<GenerateView>().held) wanted.sampling = *state.of<GenerateView>().held;
    return question_with(state, std::move(wanted));
}

std::optional<DecodingQuestion> other_question(const State& state) {
    DecodeOptions wanted = state.of<GenerateView>().options;
    if (wanted.strategy == Strategy::sample || !wanted.forced.empty()) return std::nullopt;
    wanted.strategy = wanted.strategy == Strategy::beam ? Strategy::greedy : Strategy::beam;
    auto question = question_with(state, std::move(wanted));
    return question && has_known_target(state, *question) ? question : std::nullopt;
}

Size prompt_length(const GenerateView& view, Size sentence, const Sentence& row) {
    const auto whole = static_cast<Size>(row.size());
    for (auto known = view.continued.rbegin(); known != view.continued.rend(); ++known) {
        if (known->sentence == sentence && known->row == row) return known->prompt;
    }
    for (auto known = view.continued.rbegin(); known != view.continued.rend(); ++known) {
        if (known->sentence != sentence) continue;
        const Size generated = static_cast<Size>(known->row.size()) - known->prompt;
        const bool ends_with_it =
            generated > 0 && generated < whole && std::equal(known->row.end() - generated, known->row.end(), row.end() - generated);
        return ends_with_it ? whole - generated : whole;
    }
    return whole;
}

std::string why_nothing_generated(const Run* run) {
    if (!run) return "";
    const Configuration& c = run->model->configuration;
    if (!c.is_transformer())
        return "This is an attention alone: it has no decoder and no vocabulary, so it cannot generate anything.";
    if (!c.has_decoder())
        return std::string(
                   "This is an encoder alone: its tokens also attend to later ones, so it reads whole texts and cannot generate "
                   "them token by token.") +
               (c.logits ? " The map shows the likeliest token for each position, under “Logits, softmax”." : "");
    if (!c.logits) return "The folder of this model has no parameters for the logits, so it cannot predict the next token.";
    return "";
}

bool leaves_numbers_out(const Run& run) { return taking_part(run).overwrites.size() < run.edits.interventions.overwrites.size(); }

DecodingQuestion without_forced(DecodingQuestion question) {
    question.options.forced.clear();
    return question;
}

std::optional<DecodingQuestion> unanswered_question(const State& state) {
    if (state.view != View::generate || !state.run) return std::nullopt;
    auto question = decoding_question(state);
    if (!question) return std::nullopt;
    const GenerateView& view = state.of<GenerateView>();
    if (view.refused == question) return std::nullopt;
    if (view.decoded && view.decoded->question == *question) {
        if (question->options.forced.empty()) {
            question = other_question(state);
            if (!question || other_way_of(state)) return std::nullopt;
        } else {
            if (unforced_of(state)) return std::nullopt;
            question = without_forced(std::move(*question));
        }
        if (view.refused == question) return std::nullopt;
    }
    const bool may_wait = state.of<Learning>().shown && state.of<Learning>().playing;
    return may_wait && !decodes_at_once(*question) ? std::nullopt : question;
}

bool lacks_decoding(const State& state) { return unanswered_question(state).has_value(); }

bool decodes_at_once(const DecodingQuestion& question) {
    constexpr double most_operations = 1e7;  // within a few milliseconds
    const Configuration& c = question.model->configuration;
    const DecodeOptions& options = question.options;
    const Size sentences = options.strategy == Strategy::beam ? options.beams : 1;
    const Size words = most_new_tokens(options, c, static_cast<Size>(question.source.size()));
    Batch longest;
    const Size source = std::max<Size>(1, static_cast<Size>(question.source.size()));
    if (c.has_encoder()) longest.src.resize({sentences, source});
    longest.tgt.resize({sentences, c.has_encoder() ? words : source + words});
    // Without the cache, the decoder reads one word, then two, and so on, so half of the longest on average.
    return product_operations(c, longest) * static_cast<double>(words) / 2 <= most_operations;
}

const Decoded* decoded_of(const State& state) {
    const std::shared_ptr<const Run>& run = working_run(state);
    const auto& decoded = state.of<GenerateView>().decoded;
    return run && decoded && decoded->question.opened == opened(run)->model ? decoded.get() : nullptr;
}

bool is_of_this_sentence(const State& state) {
    const Decoded* decoded = decoded_of(state);
    if (!decoded) return false;
    const std::int32_t pad = decoded->question.model->configuration.pad_src;
    return without_padding(decoded->question.source, pad) == without_padding(source_of(state), pad);
}

const Decoded* unforced_of(const State& state) {
    const Decoded *decoded = decoded_of(state), *unforced = state.of<GenerateView>().unforced.get();
    if (!decoded || !unforced || decoded->question.options.forced.empty()) return nullptr;
    return unforced->question == without_forced(decoded->question) ? unforced : nullptr;
}

const Decoded* other_way_of(const State& state) {
    const Decoded *decoded = decoded_of(state), *other = state.of<GenerateView>().other_way.get();
    if (!decoded || !other || decoded->question != decoding_question(state)) return nullptr;
    return other_question(state) == other->question ? other : nullptr;
}

bool can_compare_forced(const State& state) {
    const Decoded* unforced = unforced_of(state);
    if (!unforced || !is_of_this_sentence(state)) return false;
    return !unforced->generation.hypotheses.empty() && !state.of<GenerateView>().decoded->generation.hypotheses.empty();
}

}  // namespace vitrine
