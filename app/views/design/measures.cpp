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

constexpr std::string_view change_of_whole = "change of the whole tensor";

ChoiceMeasure weight_on_padding(std::string_view choice) {
    return {.choice = choice,
            .shown = DesignTensor::first_weights,
            .name = "weight on padding",
            .definition =
                "The sum of the attention weights of a token on padding, the mean over all tokens and heads of padded sentences.",
            .falls = "Less attention goes to padding.",
            .rises = "More attention goes to padding.",
            .of = mean_weight_on_padding,
            .mean_over = MeanOver::heads,
            .of_padded = true};
}

ChoiceMeasure largest_number(std::string_view choice) {
    return {.choice = choice,
            .shown = DesignTensor::first_residual,
            .name = "largest absolute value",
            .definition = "Of all finite numbers of the tensor.",
            .of = largest_of_residual};
}

const ChoiceMeasure measures[] = {
    {.choice = "unscaled_scores",
     .shown = DesignTensor::first_weights,
     .name = "evenness of a row",
     .definition = "0: all weight on one token; 1: the same on each. The entropy divided by the highest possible, the mean over "
                   "all tokens and heads.",
     .falls = "Here the rows come closer to all or nothing.",
     .rises = "Here the rows become more even, not sharper.",
     .of = mean_evenness,
     .mean_over = MeanOver::heads},
    {.choice = "shared_attention",
     .shown = DesignTensor::cross_weights,
     .name = "weight moved to other tokens",
     .definition = "Half of Σ |difference of the two| over the keys of a row, the mean over all tokens and heads.",
     .between = mean_moved_weight,
     .mean_over = MeanOver::heads},
    {.choice = "no_causal_mask",
     .shown = DesignTensor::causal_weights,
     .name = "weight on later tokens",
     .definition = "The sum of the attention weights above the diagonal in a row, the mean over all tokens and heads.",
     .rises = "Tokens attend to later ones.",
     .of = mean_weight_ahead,
     .mean_over = MeanOver::heads},
    weight_on_padding("no_padding_mask"),
    {.choice = "mask_after_softmax",
     .shown = DesignTensor::causal_weights,
     .name = "sum of a row",
     .definition = "The mean over all tokens and heads.",
     .falls = "The weights of hidden keys are missing from the rows.",
     .of = mean_row_sum,
     .mean_over = MeanOver::heads},
    weight_on_padding("padding_on_queries"),
    {.choice = "unscaled_embeddings",
     .shown = DesignTensor::input,
     .name = "length of embeddings ÷ length of positions",
     .definition =
         "Of what is added in each row: above 1 the embedding is the longer part, below 1 the position. Of the mean lengths "
         "over all {source }tokens.",
     .falls = "More of each row is position.",
     .rises = "More of each row is embedding.",
     .of = words_beside_positions},
    {.choice = "no_positions",
     .shown = DesignTensor::output,
     .name = "cosine of equal tokens",
     .definition = "Of the two rows, the mean over all tokens that a {source }sentence has twice.",
     .falls = "Here equal tokens become less alike.",
     .rises = "Equal tokens become more alike.",
     .of = likeness_of_repeated_words,
     .may_be_negative = true},
    {.choice = "no_residuals",
     .shown = DesignTensor::output,
     .name = "cosine of two rows",
     .definition = "The mean over all pairs of tokens of a sentence.",
     .falls = "Here rows become less alike.",
     .rises = "Rows become more alike.",
     .of = likeness_of_words,
     .may_be_negative = true},
    largest_number("norm_inside"),
    largest_number("norm"),
    {.choice = "heads",
     .shown = DesignTensor::first_weights,
     .name = "difference of two heads",
     .definition = "Half of Σ |one − other| over the keys of a row, the mean over all tokens and pairs of heads.",
     .of = unlikeness_of_heads,
     .mean_over = MeanOver::pairs_of_heads},
    {.choice = "positions",
     .shown = DesignTensor::positions,
     .name = "cosine of neighbours",
     .definition = "Of two rows, the mean over all pairs of neighbouring positions.",
     .of = likeness_of_neighbours,
     .may_be_negative = true},
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

/// What two numbers of the measure say, as far as the screen tells them apart; nothing where one of them is missing or NaN.
std::string_view outcome(const ChoiceMeasure& measure, const MeasuredPair& pair) {
    if (!pair.first.value || !pair.second.value) return "";
    if (std::isnan(*pair.first.value) || std::isnan(*pair.second.value)) return "";
    if (number_text(measure, pair.first) == number_text(measure, pair.second)) return "Here it makes no difference to this number.";
    return *pair.second.value < *pair.first.value ? measure.falls : measure.rises;
}

/// The relative change of the tensor, if both runs have it and it has one.
std::optional<double> change_of_tensor(const ChoiceMeasure& measure, const Run& first, const Run& second) {
    const TensorView a = first.find(measure.path), b = second.find(measure.path);
    if (&first == &second || !is_measurable(a) || !is_measurable(b)) return std::nullopt;
    const TensorChange change = compare(measure.path, a, b);
    const bool comparable = change.fit == Fit::same_shape && std::isfinite(change.relative);
    return comparable ? std::optional(change.relative) : std::nullopt;
}

}  // namespace

ChoiceMeasure measure_of_choice(std::string_view choice, const Run& run) {
    ChoiceMeasure measure = *std::ranges::find(measures, choice, &ChoiceMeasure::choice);
    if (!run.is_transformer()) return measure;
    measure.path = path_in(run, measure.shown);
    measure.tensor = measure.between && !run.has_both_stacks() ? "this model has no cross-attention" : words_of(run, measure.shown);
    measure.definition = text_for(run, measure.definition);
    if (measure.of == &words_beside_positions && !run.model->configuration.adds_positions()) measure.name = change_of_whole;
    return measure;
}

MeasuredPair measured(const ChoiceMeasure& measure, const Run& first, const Run& second) {
    if (measure.of) {
        return {known_or(measure, first, 0, [&] { return measure.of(first); }),
                known_or(measure, second, 0, [&] { return measure.of(second); })};
    }
    if (&first == &second) return {{}, {.why_none = "There is no other run to compare with."}};
    return {{}, known_or(measure, second, first.generation, [&] { return measure.between(first, second); })};
}

namespace {

/// "all 4 heads": of the tensor's size along an axis; empty where there is one.
std::string all_along(const TensorView& tensor, Axis axis, const char* things) {
    const int place = tensor.present() ? tensor.layout.find(axis) : -1;
    const Size count = place < 0 ? 1 : tensor.layout.shape[static_cast<std::size_t>(place)];
    return count == 1 ? "" : fmt::format("all {} {}", count, things);
}

/// What a mean over tokens and heads is a mean of, beside pictures of one head and one sentence.
std::string mean_of(const ChoiceMeasure& measure, const Run& run) {
    if (measure.mean_over == MeanOver::neither) return "";
    const TensorView tensor = run.find(measure.path);
    const bool of_pairs = measure.mean_over == MeanOver::pairs_of_heads;
    const std::string heads = of_pairs ? "all pairs of heads" : all_along(tensor, Axis::head, "heads"),
                      sentences = measure.of_padded ? "all padded sentences" : all_along(tensor, Axis::batch, "sentences");
    return heads + (heads.empty() || sentences.empty() ? "" : ", ") + sentences;
}

std::string with_small_letter(std::string_view sentence) {
    std::string text(sentence);
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

/// How a change of the whole tensor is computed, and why it stands in for the measure.
std::string change_words(const ChoiceMeasure& measure, const Run& run, const PairNames& names, const std::string& why) {
    const std::string sentences = all_along(run.find(measure.path), Axis::batch, "sentences");
    const std::string definition = fmt::format("‖{1} − {0}‖ ÷ ‖{0}‖ over all numbers{2}.", names.first, names.second,
                                               sentences.empty() ? "" : " of " + sentences);
    if (measure.name == change_of_whole || why.empty()) return definition;
    return fmt::format("{} It stands in for “{}”: {}", definition, measure.name, with_small_letter(why));
}

}  // namespace

ShownNumber shown_number(const ChoiceMeasure& measure, const Run& first, const Run& second, const PairNames& names) {
    const MeasuredPair pair = measured(measure, first, second);
    const std::string why(pair.second.value ? pair.first.why_none : pair.second.why_none);
    if (!pair.first.value && !pair.second.value) {
        const auto change = change_of_tensor(measure, first, second);
        if (!change) return {std::string(measure.name), "–", why};
        return {std::string(change_of_whole), share_words(*change), change_words(measure, second, names, why)};
    }
    const bool one = !measure.of || &first == &second;
    const std::string text = number_text(measure, pair.second);
    return {std::string(measure.name), one ? text : number_text(measure, pair.first) + " → " + text,
            measure.definition + (one || why.empty() ? "" : " –: " + why), mean_of(measure, second),
            names.are_on_and_off() && !one ? std::string(outcome(measure, pair)) : ""};
}

}  // namespace vitrine
