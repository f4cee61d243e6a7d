#include "app/views/design/words.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "app/run/picture.h"
#include "app/run/run.h"

namespace vitrine {

namespace {

/// The padding of one side's sentences.
struct Padding {
    bool any = false;
    bool before_words = false;  ///< in one of them a word comes after it
};

Padding padding_of(const Run& run, Side side) {
    const Configuration& c = run.model->configuration;
    const IndexTensor& tokens = tokens_read(run, side);
    const std::int32_t pad = side == Side::source ? c.pad_src : c.pad_tgt;
    Padding padding;
    for (Size sentence = 0; sentence < tokens.size(0); ++sentence) {
        bool here = false;
        for (Size i = 0; i < tokens.size(1); ++i) {
            const bool is_padding = tokens.at({sentence, i}) == pad;
            padding.before_words |= here && !is_padding;
            here |= is_padding;
        }
        padding.any |= here;
    }
    return padding;
}

bool has_padding(const Run& run) { return padding_of(run, Side::source).any || padding_of(run, Side::target).any; }

constexpr const char* no_padding = "There is no padding in these sentences: nothing changes.";

ChoiceWords of_scores(const Run& run, const DesignChoice& choice) {
    const Size width = run.model->configuration.head_width();
    if (width == 1) return {"These heads are one number wide, and √1 is 1: nothing changes.", std::string(choice.look)};
    return {
        fmt::format("d = {0} is the width of a head. In the first self-attentions scores come out √{0} = {1:.3g} times as large, "
                    "and softmax makes sharper weights of larger differences; all that comes after starts from these.",
                    width, std::sqrt(static_cast<double>(width))),
        std::string(choice.look)};
}

ChoiceWords of_sharing(const Run& run, const DesignChoice& choice) {
    if (tokens_read(run, Side::source).size(1) > 1) return {std::string(choice.effect), std::string(choice.look)};
    return {
        std::string(choice.effect),
        "Look at the first cross-attention: its queries and keys are others, while self-attention below it stays as it was. Its "
        "weights stay at 1: there is one source word to look at."};
}

ChoiceWords of_causal_mask(const Run& run, const DesignChoice& choice) {
    if (tokens_read(run, Side::target).size(1) > 1) return {std::string(choice.effect), std::string(choice.look)};
    return {"The decoder's input is one word, and there is none after it: nothing changes.", std::string(choice.look)};
}

ChoiceWords of_padding_mask(const Run& run, const DesignChoice& choice) {
    if (!has_padding(run)) return {no_padding, std::string(choice.look)};
    const Padding target = padding_of(run, Side::target);
    const Design& design = run.regime.design;
    // The mask after the softmax lets padding that is hidden take its share all the same.
    const bool unseen = !padding_of(run, Side::source).any && !target.before_words && design.causal_mask &&
                        !design.mask_after_softmax && !design.padding_on_queries;
    if (!unseen) return {std::string(choice.effect), std::string(choice.look)};
    return {
        "There is padding at the ends of targets alone, and the causal mask hides it from the words before it: no word's numbers "
        "change.",
        std::string(choice.look)};
}

ChoiceWords of_late_mask(const Run& run, const DesignChoice& choice) {
    const Design& design = run.regime.design;
    const bool hides =
        (design.causal_mask && tokens_read(run, Side::target).size(1) > 1) || (design.padding_mask && has_padding(run));
    if (hides) return {std::string(choice.effect), std::string(choice.look)};
    return {"The masks hide nothing in these sentences: nothing changes.", std::string(choice.look)};
}

ChoiceWords of_wrong_axis(const Run& run, const DesignChoice& choice) {
    return {has_padding(run) ? std::string(choice.effect) : no_padding, std::string(choice.look)};
}

ChoiceWords of_embedding(const Run& run, const DesignChoice& choice) {
    const Configuration& c = run.model->configuration;
    if (!c.scale_embedding) return {"This model does not scale its embeddings in the first place.", std::string(choice.look)};
    return {fmt::format(
                "D = {0} is the width of the model. The words come out √{0} = {1:.3g} times smaller{2}.", c.d_model,
                std::sqrt(static_cast<double>(c.d_model)),
                run.regime.design.positions ? " beside the positions that are added to them" : "; no positions are added to them"),
            std::string(choice.look)};
}

/// A word that a source sentence has twice: its id and the sentence.
struct Twice {
    std::int32_t word;
    Size sentence;
};

std::optional<Twice> find_twice(const Run& run) {
    const IndexTensor& tokens = tokens_read(run, Side::source);
    for (Size sentence = 0; sentence < tokens.size(0); ++sentence) {
        std::map<std::int32_t, Size> counts;
        for (Size i = 0; i < tokens.size(1); ++i) {
            const std::int32_t word = tokens.at({sentence, i});
            if (word != run.model->configuration.pad_src && ++counts[word] == 2) return Twice{word, sentence};
        }
    }
    return std::nullopt;
}

ChoiceWords of_positions(const Run& run, const DesignChoice& choice) {
    const auto twice = find_twice(run);
    const std::string effect(choice.effect);
    if (!run.edits.interventions.overwrites.empty()) return {effect, std::string(choice.look)};
    if (!twice)
        return {effect,
                "No source sentence here has a word twice; if one did, both of its rows would be the same, through the whole "
                "encoder."};
    return {effect,
            fmt::format("Look at {}, which sentence {} has twice: without positions both of its rows are the same, through the "
                        "whole encoder.",
                        briefly_quoted(run.model->source_vocabulary.word(twice->word)), twice->sentence + 1)};
}

ChoiceWords of_inner_norm(const Run& run, const DesignChoice& choice) {
    const bool final_norm = run.model->configuration.final_norm;
    if (!run.regime.design.residuals)
        return {"What a sublayer puts out is normalised, and takes the place of the stream: there are no residual connections.",
                "Look at the residuals' range, which is that of a LayerNorm's output after every sublayer."};
    return {std::string(choice.effect),
            std::string("Look at the residuals' range, whether it widens from sublayer to sublayer: nothing brings it back") +
                (final_norm ? " before the norm after the last layer." : ".")};
}

}  // namespace

ChoiceWords choice_words(const Run& run, const DesignChoice& choice) {
    static constexpr std::pair<std::string_view, ChoiceWords (*)(const Run&, const DesignChoice&)> words[] = {
        {"unscaled_scores", of_scores},        {"shared_attention", of_sharing},     {"no_causal_mask", of_causal_mask},
        {"no_padding_mask", of_padding_mask},  {"mask_after_softmax", of_late_mask}, {"padding_on_queries", of_wrong_axis},
        {"unscaled_embeddings", of_embedding}, {"no_positions", of_positions},       {"norm_inside", of_inner_norm}};
    for (const auto& [name, of] : words) {
        if (name == choice.name) return of(run, choice);
    }
    return {std::string(choice.effect), std::string(choice.look)};
}

ChoiceWords choice_words(const Run& run, VariantPart part) {
    const VariantChoice& choice = variant_choices()[static_cast<std::size_t>(part)];
    const Configuration& c = run.model->configuration;
    const Design& design = run.regime.design;
    if (part == VariantPart::norm && design.norm_inside)
        return {"LayerNorm stands inside the residual, a choice taken back here: then pre-norm and post-norm are the same.",
                "Look at LayerNorm inside the residual first."};
    if (part == VariantPart::norm && !c.final_norm)
        return {std::string(choice.effect),
                "Look at the residuals: under pre-norm nothing brings their range back, since this model "
                "has no norm after the last layer."};
    if (part == VariantPart::positions && !design.positions)
        return {std::string(choice.effect), "No positions are added, a choice taken back here: nothing of this shows."};
    return {std::string(choice.effect), std::string(choice.look)};
}

}  // namespace vitrine
