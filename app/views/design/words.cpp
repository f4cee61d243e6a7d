#include "app/views/design/words.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "app/run/picture.h"
#include "app/run/run.h"
#include "app/views/design/places.h"
#include "app/words/design.h"

namespace vitrine {

namespace {

/// Where one side's sentences have padding.
struct Padding {
    bool any = false;
    bool before_words = false;  ///< some padding has a word after it
};

/// Empty for a side that the model lacks.
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
    const Configuration& c = run.model->configuration;
    const Size width = c.head_width(c.has_encoder() ? StackKind::encoder : StackKind::decoder);
    if (!c.scale_scores)
        return {"This model does not divide its scores by √d in the first place.", "There is no division to take back."};
    if (width == 1) return {"These heads are one number wide, and √1 is 1: nothing changes.", std::string(choice.look)};
    return {fmt::format("d = {0} is the width of a head. In the first {2} scores come out √{0} = {1:.3g} times as large, "
                        "and softmax makes sharper weights of larger differences; all that comes after starts from these.",
                        width, std::sqrt(static_cast<double>(width)), run.has_both_stacks() ? "self-attentions" : "layer"),
            std::string(choice.look)};
}

ChoiceWords of_sharing(const Run& run, const DesignChoice& choice) {
    if (!run.has_both_stacks())
        return {"This model has no cross-attention: its only stack reads one sequence, and there is nothing to share.",
                "In an encoder-decoder it shows in the first cross-attention."};
    if (tokens_read(run, Side::source).size(1) > 1) return {std::string(choice.effect), std::string(choice.look)};
    return {
        std::string(choice.effect),
        "Look at the first cross-attention: its queries and keys are others, while self-attention below it stays as it was. Its "
        "weights stay at 1: there is one source word to look at."};
}

/// For a model with one stack.
ChoiceWords of_causal_mask_alone(const Run& run, const DesignChoice& choice) {
    const Configuration& c = run.model->configuration;
    if (!c.has_decoder())
        return {"An encoder has no causal mask in the first place: every word sees those after it, too.",
                "Look at the weights of the first layer: they lie on both sides of the diagonal."};
    if (tokens_read(run, Side::target).size(1) < 2)
        return {"The sequence is one word long, and there is none after it: nothing changes.", std::string(choice.look)};
    if (!c.logits)
        return {"A word sees those after it.",
                "Look at the weights above the diagonal and at the leak test: changing a word can now move what comes before it."};
    return {"A word sees those after it: in training they are what it is to predict.", std::string(choice.look)};
}

ChoiceWords of_causal_mask(const Run& run, const DesignChoice& choice) {
    if (!run.has_both_stacks()) return of_causal_mask_alone(run, choice);
    if (tokens_read(run, Side::target).size(1) > 1) return {std::string(choice.effect), std::string(choice.look)};
    return {"The decoder's input is one word, and there is none after it: nothing changes.", std::string(choice.look)};
}

/// Whether the causal mask alone hides all padding from the words.
bool is_hidden_by_causal_mask(const Run& run) {
    const Design& design = run.regime.design;
    return run.model->configuration.has_decoder() && design.causal_mask && !padding_of(run, Side::source).any &&
           !padding_of(run, Side::target).before_words;
}

ChoiceWords of_padding_mask(const Run& run, const DesignChoice& choice) {
    if (!has_padding(run)) return {no_padding, std::string(choice.look)};
    const Design& design = run.regime.design;
    // With the mask after the softmax, hidden padding still takes its share of the weights.
    const bool unseen = is_hidden_by_causal_mask(run) && !design.mask_after_softmax && !design.padding_on_queries;
    if (!unseen) return {std::string(choice.effect), std::string(choice.look)};
    return {fmt::format("There is padding at the ends of {}, and the causal mask hides it from the words before it: no word's "
                        "numbers change.",
                        run.has_both_stacks() ? "targets alone" : "sentences"),
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
    if (!has_padding(run)) return {no_padding, std::string(choice.look)};
    if (is_hidden_by_causal_mask(run) && !run.regime.design.mask_after_softmax)
        return {
            fmt::format("The mask is laid along the queries: rows of padding see nothing. The padding at the ends of {} is hidden "
                        "from the words before it by the causal mask.",
                        run.has_both_stacks() ? "targets alone" : "sentences"),
            "Look at the rows of padding; those of words stay as they are."};
    return {std::string(choice.effect), std::string(choice.look)};
}

ChoiceWords of_embedding(const Run& run, const DesignChoice& choice) {
    const Configuration& c = run.model->configuration;
    if (!c.scale_embedding)
        return {"This model does not scale its embeddings in the first place.", "There is no factor to take back."};
    return {fmt::format("D = {0} is the width of the model. The words come out √{0} = {1:.3g} times smaller{2}.", c.d_model,
                        std::sqrt(static_cast<double>(c.d_model)),
                        run.regime.design.positions && c.adds_positions() ? " beside the positions that are added to them"
                                                                          : "; no positions are added to them"),
            std::string(choice.look)};
}

/// A word that occurs twice in a sentence of the source or of the only sequence, within one segment if there are segments; and
/// the sentence.
struct Twice {
    std::int32_t word;
    Size sentence;
};

std::optional<Twice> find_twice(const Run& run) {
    const Configuration& c = run.model->configuration;
    const IndexTensor &tokens = tokens_read(run, first_side(run)), &segments = run.activations->src.segments;
    const std::int32_t pad = c.has_encoder() ? c.pad_src : c.pad_tgt;
    for (Size sentence = 0; sentence < tokens.size(0); ++sentence) {
        std::map<std::pair<std::int32_t, std::int32_t>, Size> counts;
        for (Size i = 0; i < tokens.size(1); ++i) {
            const std::int32_t word = tokens.at({sentence, i}), segment = segments.empty() ? 0 : segments.at({sentence, i});
            if (word != pad && ++counts[{word, segment}] == 2) return Twice{word, sentence};
        }
    }
    return std::nullopt;
}

/// For a decoder alone, whose causal mask leaves some information about the order.
ChoiceWords of_positions_in_decoder(const Run& run) {
    std::string effect = "No word is told where it stands: all that is left of the order is which words the causal mask hides.";
    if (!run.regime.design.causal_mask) effect = "The model cannot tell in which order the words stand: it reads a bag of words.";
    const auto twice = find_twice(run);
    if (!twice || !run.edits.interventions.overwrites.empty())
        return {effect,
                "Look at a word that occurs twice: in the first layer its queries, keys and values are the same at both places."};
    return {effect,
            fmt::format("Look at {}, which sentence {} has twice: without positions its queries, keys and values in the first "
                        "layer are the same at both places.",
                        briefly_quoted(run.model->target_vocabulary.word(twice->word)), twice->sentence + 1)};
}

ChoiceWords of_positions(const Run& run, const DesignChoice& choice) {
    const Configuration& c = run.model->configuration;
    if (c.positions == PositionKind::none) return {"This model has no positions in the first place.", std::string(choice.look)};
    if (!c.has_encoder()) return of_positions_in_decoder(run);
    const auto twice = find_twice(run);
    const std::string effect(choice.effect);
    if (!run.edits.interventions.overwrites.empty()) return {effect, std::string(choice.look)};
    if (!twice)
        return {effect,
                fmt::format("No {} here has a word twice; if one did, both of its rows would be the same, through the whole "
                            "encoder.",
                            run.has_both_stacks()                   ? "source sentence"
                            : run.activations->src.segments.empty() ? "sentence"
                                                                    : "segment")};
    return {effect,
            fmt::format("Look at {}, which sentence {} has twice: without positions both of its rows are the same, through the "
                        "whole encoder.",
                        briefly_quoted(run.model->source_vocabulary.word(twice->word)), twice->sentence + 1)};
}

ChoiceWords of_residuals(const Run& run, const DesignChoice& choice) {
    if (run.has_both_stacks()) return {std::string(choice.effect), std::string(choice.look)};
    return {
        std::string(choice.effect),
        "Look at what the layers put out, whether its rows come to resemble each other, and at the gradients, whether they fade "
        "on their way down."};
}

ChoiceWords of_inner_norm(const Run& run, const DesignChoice& choice) {
    const bool final_norm = run.model->configuration.final_norm;
    if (!run.regime.design.residuals)
        return {"What a sublayer puts out is normalised, and takes the place of the stream: there are no residual connections.",
                fmt::format("Look at the residuals' range, which is that of {}'s output after every sublayer.",
                            run.model->configuration.is_rms() ? "an RMSNorm" : "a LayerNorm")};
    return {std::string(choice.effect),
            std::string("Look at the residuals' range, whether it widens from sublayer to sublayer: nothing brings it back") +
                (final_norm ? " before the norm after the last layer." : ".")};
}

}  // namespace

std::string choice_label(const Run& run, const DesignChoice& choice) {
    return with_norm_of(run.model->configuration, choice.label);
}

std::string variant_equation(const Run& run, std::string_view equation) { return with_norm_of(run.model->configuration, equation); }

ChoiceWords choice_words(const Run& run, const DesignChoice& choice) {
    static constexpr std::pair<std::string_view, ChoiceWords (*)(const Run&, const DesignChoice&)> words[] = {
        {"unscaled_scores", of_scores},        {"shared_attention", of_sharing},     {"no_causal_mask", of_causal_mask},
        {"no_padding_mask", of_padding_mask},  {"mask_after_softmax", of_late_mask}, {"padding_on_queries", of_wrong_axis},
        {"unscaled_embeddings", of_embedding}, {"no_positions", of_positions},       {"no_residuals", of_residuals},
        {"norm_inside", of_inner_norm}};
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
        return {norm_word(c) + " stands inside the residual, a choice taken back here: then pre-norm and post-norm are the same.",
                "Look at " + norm_word(c) + " inside the residual first."};
    if (part == VariantPart::norm && !c.final_norm)
        return {std::string(choice.effect),
                "Look at the residuals: under pre-norm nothing brings their range back, since this model "
                "has no norm after the last layer."};
    if (part == VariantPart::positions && !design.positions)
        return {std::string(choice.effect), "No positions are added, a choice taken back here: nothing of this shows."};
    return {std::string(choice.effect), std::string(choice.look)};
}

}  // namespace vitrine
