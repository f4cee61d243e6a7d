#include "app/views/design/measures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "app/run/run.h"
#include "app/views/design/places.h"
#include "app/widgets/number.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

constexpr const char *encoder_weights = "encoder.layers.0.self_attn.weights",
                     *decoder_weights = "decoder.layers.0.self_attn.weights",
                     *cross_weights = "decoder.layers.0.cross_attn.weights";

ChoiceMeasure weight_on_padding(std::string_view choice) {
    return {
        .choice = choice,
        .path = encoder_weights,
        .tensor = "weights of the first encoder layer",
        .name = "weight on padding",
        .definition = "The part of a row that words give to padding, the mean of all words and heads of sentences that have some.",
        .of = mean_weight_on_padding,
        .of_padded = true};
}

ChoiceMeasure largest_number(std::string_view choice) {
    return {.choice = choice,
            .path = "encoder.layers.0.residual2",
            .tensor = "residual at the end of the first encoder layer",
            .name = "largest number",
            .definition = "Without its sign.",
            .of = largest_of_residual};
}

const ChoiceMeasure measures[] = {
    {.choice = "unscaled_scores",
     .path = encoder_weights,
     .tensor = "weights of the first encoder layer",
     .name = "evenness of a row",
     .definition = "0: all of the weight on one word; 1: as much on each. Its entropy as a share of the highest possible, the mean "
                   "of all words and heads.",
     .of = mean_evenness},
    {.choice = "shared_attention",
     .path = cross_weights,
     .tensor = "weights of the first cross-attention",
     .name = "weight on other words than before",
     .definition = "The share of a row that has moved, the mean of all words and heads.",
     .between = mean_moved_weight},
    {.choice = "no_causal_mask",
     .path = decoder_weights,
     .tensor = "weights of the first decoder layer",
     .name = "weight on later words",
     .definition = "What lies above the diagonal in a row, the mean of all words and heads.",
     .of = mean_weight_ahead},
    weight_on_padding("no_padding_mask"),
    {.choice = "mask_after_softmax",
     .path = decoder_weights,
     .tensor = "weights of the first decoder layer",
     .name = "sum of a row",
     .definition = "The mean of all words and heads.",
     .of = mean_row_sum},
    weight_on_padding("padding_on_queries"),
    {.choice = "unscaled_embeddings",
     .path = "src.sum",
     .tensor = "sums of embeddings and positions",
     .name = "length of words ÷ length of positions",
     .definition =
         "Of what is added up in each row: above 1 the word is the longer part, below 1 its position. Of the mean lengths "
         "over all source words.",
     .of = words_beside_positions},
    {.choice = "no_positions",
     .path = "memory",
     .tensor = "memory, a row per source word",
     .name = "likeness of a word's rows",
     .definition = "The cosine of the two rows, the mean of all words that a source sentence has twice.",
     .of = likeness_of_repeated_words,
     .may_be_negative = true},
    {.choice = "no_residuals",
     .path = "memory",
     .tensor = "memory, a row per source word",
     .name = "likeness of rows",
     .definition = "The cosine of two rows, the mean of all pairs of words of a sentence.",
     .of = likeness_of_words,
     .may_be_negative = true},
    largest_number("norm_inside"),
    largest_number("norm"),
    {.choice = "heads",
     .path = encoder_weights,
     .tensor = "weights of the first encoder layer",
     .name = "unlikeness of two heads",
     .definition = "The share of a row that lies on other words in the other head, the mean of all words and pairs of heads.",
     .of = unlikeness_of_heads},
    {.choice = "positions",
     .path = "src.positions",
     .tensor = "positions that are added to source words",
     .name = "likeness of neighbours",
     .definition = "The cosine of two rows, the mean of all pairs of neighbouring positions.",
     .of = likeness_of_neighbours,
     .may_be_negative = true},
};

/// Texts about the tensors of a model with one stack.
struct WordsAlone {
    std::string_view choice, tensor;
    std::string_view definition = {};  ///< empty: the same as for the paper's model
};

constexpr WordsAlone words_alone[] = {
    {"unscaled_scores", "weights of the first layer"},
    {"shared_attention", "this model has no cross-attention"},
    {"no_causal_mask", "weights of the first layer"},
    {"no_padding_mask", "weights of the first layer"},
    {"mask_after_softmax", "weights of the first layer"},
    {"padding_on_queries", "weights of the first layer"},
    {"unscaled_embeddings", "sums of embeddings and positions",
     "Of what is added up in each row: above 1 the word is the longer part, below 1 its position. Of the mean lengths over all "
     "words."},
    {"no_positions", "output of the layers, a row per word",
     "The cosine of the two rows, the mean of all words that a sentence has twice."},
    {"no_residuals", "output of the layers, a row per word"},
    {"norm_inside", "residual at the end of the first layer"},
    {"norm", "residual at the end of the first layer"},
    {"heads", "weights of the first layer"},
    {"positions", "positions that are added to words"},
};

/// Measurements of a run, by choice and by the generation of the earlier run; 0: of this run alone.
struct KnownMeasures {
    std::map<std::pair<std::string_view, std::uint64_t>, Measured> known;
};

template <class Measure>
const Measured& known_or(const ChoiceMeasure& measure, const Run& run, std::uint64_t before, Measure&& measure_now) {
    auto& known = run.of<KnownMeasures>().known;
    const auto found = known.find({measure.choice, before});
    if (found != known.end()) return found->second;
    return known.emplace(std::pair{measure.choice, before}, measure_now()).first->second;
}

std::string number_text(const ChoiceMeasure& measure, const Measured& measured) {
    if (!measured.value) return "–";
    return measure.may_be_negative ? signed_number(*measured.value, ElementType::scalar) : plain_number(*measured.value);
}

/// The relative change of the tensor, if both runs have it and it can be computed.
std::optional<double> change_of_tensor(const ChoiceMeasure& measure, const Run& before, const Run& now) {
    const TensorView a = before.find(measure.path), b = now.find(measure.path);
    if (&before == &now || !is_measurable(a) || !is_measurable(b)) return std::nullopt;
    const TensorChange change = compare(measure.path, a, b);
    const bool comparable = change.fit == Fit::same_shape && std::isfinite(change.relative);
    return comparable ? std::optional(change.relative) : std::nullopt;
}

}  // namespace

const ChoiceMeasure& measure_of_choice(std::string_view choice) {
    return *std::ranges::find(measures, choice, &ChoiceMeasure::choice);
}

ChoiceMeasure measure_of_choice(std::string_view choice, const Run& run) {
    ChoiceMeasure measure = measure_of_choice(choice);
    if (!run.is_transformer()) return measure;
    if (!run.has_both_stacks()) {
        const WordsAlone& words = *std::ranges::find(words_alone, choice, &WordsAlone::choice);
        measure.path = tensor_in(run, measure.path);
        measure.tensor = words.tensor;
        if (!words.definition.empty()) measure.definition = words.definition;
    }
    if (measure.of == &words_beside_positions && !run.model->configuration.adds_positions()) {
        measure.tensor = "embeddings, a row per word";
        measure.name = "change of the whole tensor";
    }
    return measure;
}

MeasuredPair measured(const ChoiceMeasure& measure, const Run& before, const Run& now) {
    if (measure.of) {
        return {known_or(measure, before, 0, [&] { return measure.of(before); }),
                known_or(measure, now, 0, [&] { return measure.of(now); })};
    }
    if (&before == &now) return {{}, {.why_none = "Nothing has moved yet."}};
    return {{}, known_or(measure, now, before.generation, [&] { return measure.between(before, now); })};
}

ShownNumber shown_number(const ChoiceMeasure& measure, const Run& before, const Run& now) {
    const MeasuredPair pair = measured(measure, before, now);
    const std::string why(pair.now.value ? pair.before.why_none : pair.now.why_none);
    if (!pair.before.value && !pair.now.value) {
        const auto change = change_of_tensor(measure, before, now);
        if (!change) return {std::string(measure.name), "–", why};
        return {"change of the whole tensor", share_words(*change), why + " ‖now − before‖ ÷ ‖before‖ over all of its numbers."};
    }
    const bool one = !measure.of || &before == &now;
    const std::string text = number_text(measure, pair.now);
    return {std::string(measure.name), one ? text : number_text(measure, pair.before) + " → " + text,
            std::string(measure.definition) + (one || why.empty() ? "" : " –: " + why)};
}

}  // namespace vitrine
