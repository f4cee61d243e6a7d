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

/// Whether, and where, the sentences of one side have padding.
struct Padding {
    bool any = false;
    bool before_tokens = false;  ///< in one of the sentences, a token follows padding
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
            padding.before_tokens |= here && !is_padding;
            here |= is_padding;
        }
        padding.any |= here;
    }
    return padding;
}

bool has_padding(const Run& run) { return padding_of(run, Side::source).any || padding_of(run, Side::target).any; }

constexpr const char* no_padding = "There is no padding in these sentences: it changes nothing.";

/// How many tokens the longest of the sequences that the run reads has.
Size keys_of(const Run& run) {
    Size most = 0;
    if (run.model->configuration.has_encoder()) most = tokens_read(run, Side::source).size(1);
    if (run.model->configuration.has_decoder()) most = std::max(most, tokens_read(run, Side::target).size(1));
    return most;
}

ChoiceWords of_scores(const Run& run, const DesignChoice& choice) {
    const Configuration& c = run.model->configuration;
    const AttentionDescription& of = described(run, c.is_transformer() ? first_self_attention(run) : first_attention(c));
    const double width = of.scaled_width();
    if (!c.scale_scores)
        return {"This model does not divide its scores by √d in the first place.", "There is no division to switch off."};
    const std::string what_it_is =
        of.divisor.width ? fmt::format("Heads have {} dimensions, but this model divides by √{:g}.", of.head_width, width)
                         : fmt::format("d = {} is the number of dimensions of a head.", of.head_width);
    if (width == 1 && !of.divisor.width)
        return {"These heads have one dimension, and √1 is 1: it changes nothing.", std::string(choice.look)};
    if (keys_of(run) == 1)
        return {what_it_is + " Each row has one key here, and softmax gives it a weight of 1 whatever its score.",
                "Longer sentences show what the division does to the weights."};
    return {fmt::format(
                "{} Switched off, scores are √{:g} = {:.3g} times as large in the first {}{}, and softmax makes sharper weights "
                "of larger differences; everything later starts from these.",
                what_it_is, width, std::sqrt(width), run.has_both_stacks() ? "self-attentions" : "layer",
                of.scores_cap ? fmt::format(" before they are capped at ±{:g}", *of.scores_cap) : ""),
            std::string(choice.look)};
}

ChoiceWords of_sharing(const Run& run, const DesignChoice& choice) {
    if (!run.has_both_stacks())
        return {"This model has no cross-attention: its only stack reads one sequence, and there is nothing to share.",
                "In an encoder-decoder it shows in the first cross-attention."};
    if (tokens_read(run, Side::source).size(1) > 1) return {std::string(choice.effect), std::string(choice.look)};
    return {
        std::string(choice.effect),
        "Look at the first cross-attention: its queries and keys differ, while those of the self-attention below it do not. Its "
        "weights are 1 either way: there is only one source token to attend to."};
}

/// For a model with one stack.
ChoiceWords of_causal_mask_alone(const Run& run, const DesignChoice& choice) {
    const Configuration& c = run.model->configuration;
    if (!c.has_decoder())
        return {"An encoder has no causal mask in the first place: every token attends to the tokens after it, too.",
                "Look at the weights of the first layer: they lie on both sides of the diagonal."};
    if (tokens_read(run, Side::target).size(1) < 2)
        return {"The sequence is one token long, and none comes after it: it changes nothing.", std::string(choice.look)};
    if (!c.logits)
        return {
            "Switched off, a token attends to the tokens after it.",
            "Look at the weights above the diagonal and at the leak test: changing a token can now change what comes before it."};
    bool has_window = false;
    for_each_sublayer(run.outline().model,
                      [&](const SublayerDescription& one) { has_window |= one.attention.mask.window.has_value(); });
    return {std::string("Switched off, a token attends to the tokens after it, which in training are what it has to predict.") +
                (has_window ? " The windows that hide what is far before a token go with it." : ""),
            std::string(choice.look)};
}

ChoiceWords of_causal_mask(const Run& run, const DesignChoice& choice) {
    if (!run.has_both_stacks()) return of_causal_mask_alone(run, choice);
    if (tokens_read(run, Side::target).size(1) > 1) return {std::string(choice.effect), std::string(choice.look)};
    return {"The decoder's input is one token long, and none comes after it: it changes nothing.", std::string(choice.look)};
}

/// Whether the causal mask alone hides all padding from the words.
bool is_hidden_by_causal_mask(const Run& run) {
    const Design& design = run.regime.design;
    return run.model->configuration.has_decoder() && design.causal_mask && !padding_of(run, Side::source).any &&
           !padding_of(run, Side::target).before_tokens;
}

ChoiceWords of_padding_mask(const Run& run, const DesignChoice& choice) {
    if (!has_padding(run)) return {no_padding, std::string(choice.look)};
    const Design& design = run.regime.design;
    // If the mask is applied after the softmax, hidden padding still has a part in the softmax's sum.
    const bool unseen = is_hidden_by_causal_mask(run) && !design.mask_after_softmax && !design.padding_on_queries;
    if (!unseen) return {std::string(choice.effect), std::string(choice.look)};
    return {fmt::format("There is padding at the ends of {}, and the causal mask hides it from the tokens before it: switched off, "
                        "it changes the numbers of padding alone.",
                        run.has_both_stacks() ? "targets alone" : "sentences"),
            std::string(choice.look)};
}

ChoiceWords of_late_mask(const Run& run, const DesignChoice& choice) {
    const Design& design = run.regime.design;
    const bool hides =
        (design.causal_mask && tokens_read(run, Side::target).size(1) > 1) || (design.padding_mask && has_padding(run));
    if (hides) return {std::string(choice.effect), std::string(choice.look)};
    return {"The masks hide nothing in these sentences: it changes nothing.", std::string(choice.look)};
}

ChoiceWords of_wrong_axis(const Run& run, const DesignChoice& choice) {
    if (!has_padding(run)) return {no_padding, std::string(choice.look)};
    if (is_hidden_by_causal_mask(run) && !run.regime.design.mask_after_softmax)
        return {fmt::format(
                    "Switched off, the mask lies along the queries: padding attends to nothing. The padding at the ends of {} is "
                    "hidden from the tokens before it by the causal mask.",
                    run.has_both_stacks() ? "targets alone" : "sentences"),
                "Look at the rows of padding; those of other tokens stay as they are."};
    return {std::string(choice.effect), std::string(choice.look)};
}

ChoiceWords of_embedding(const Run& run, const DesignChoice& choice) {
    const Configuration& c = run.model->configuration;
    if (!c.scale_embedding)
        return {"This model does not scale its embeddings in the first place.", "There is no factor to switch off."};
    return {fmt::format(
                "D = {0} is the number of dimensions of the model. Switched off, embeddings are √{0} = {1:.3g} times smaller{2}.",
                c.d_model, std::sqrt(static_cast<double>(c.d_model)),
                run.regime.design.positions && c.adds_positions() ? " beside the positions that are added to them"
                                                                  : "; no positions are added to them"),
            std::string(choice.look)};
}

/// A token that a sentence of the source or of the only sequence has twice, in one segment where it has segments: its id and the
/// sentence.
struct Twice {
    std::int32_t token;
    Size sentence;
};

std::optional<Twice> find_twice(const Run& run) {
    const Configuration& c = run.model->configuration;
    const IndexTensor &tokens = tokens_read(run, first_side(run)), &segments = run.activations->src.segments;
    const std::int32_t pad = c.has_encoder() ? c.pad_src : c.pad_tgt;
    for (Size sentence = 0; sentence < tokens.size(0); ++sentence) {
        std::map<std::pair<std::int32_t, std::int32_t>, Size> counts;
        for (Size i = 0; i < tokens.size(1); ++i) {
            const std::int32_t token = tokens.at({sentence, i}), segment = segments.empty() ? 0 : segments.at({sentence, i});
            if (token != pad && ++counts[{token, segment}] == 2) return Twice{token, sentence};
        }
    }
    return std::nullopt;
}

/// Whether equal tokens may have unequal rows even without positions: numbers are set by hand, or dropout draws them.
bool may_differ_by_hand_or_chance(const Run& run) {
    return !run.edits.interventions.overwrites.empty() || run.regime.dropout > 0 || run.regime.embedding_dropout > 0;
}

/// For a decoder alone, whose causal mask still shows something of the order.
ChoiceWords of_positions_in_decoder(const Run& run) {
    std::string effect =
        "Switched off, no token has a position: all that is left of the order is which tokens the causal mask hides.";
    if (!run.regime.design.causal_mask)
        effect = "Switched off, the model cannot tell in which order the tokens stand: it reads a bag of words.";
    if (may_differ_by_hand_or_chance(run)) return {effect, ""};
    const auto twice = find_twice(run);
    if (!twice)
        return {effect,
                "No sentence here has a token twice; if one did, its queries, keys and values in the first layer would be the "
                "same at both positions."};
    return {effect,
            fmt::format("Look at {}, which sentence {} has twice: without positions its queries, keys and values in the first "
                        "layer are the same at both.",
                        briefly_quoted(run.model->target_vocabulary.word(twice->token)), twice->sentence + 1)};
}

ChoiceWords of_positions(const Run& run, const DesignChoice& choice) {
    const Configuration& c = run.model->configuration;
    if (c.positions == PositionKind::none) return {"This model has no positions in the first place.", std::string(choice.look)};
    if (!c.has_encoder()) return of_positions_in_decoder(run);
    const auto twice = find_twice(run);
    std::string effect(choice.effect);
    if (run.has_both_stacks())
        effect += run.regime.design.causal_mask
                      ? " The decoder has no positions either: all that is left of the order there is which tokens the causal mask "
                        "hides."
                      : " The decoder cannot tell the order either: it has no causal mask here.";
    if (may_differ_by_hand_or_chance(run)) return {effect, ""};
    if (!twice)
        return {effect, fmt::format("No {} here has a token twice; if one did, both of its rows would be the same throughout the "
                                    "encoder.",
                                    run.has_both_stacks()                   ? "source sentence"
                                    : run.activations->src.segments.empty() ? "sentence"
                                                                            : "segment")};
    return {effect,
            fmt::format("Look at {}, which sentence {} has twice: without positions both of its rows are the same throughout the "
                        "encoder.",
                        briefly_quoted(run.model->source_vocabulary.word(twice->token)), twice->sentence + 1)};
}

ChoiceWords of_residuals(const Run& run, const DesignChoice& choice) {
    if (run.has_both_stacks()) return {std::string(choice.effect), std::string(choice.look)};
    bool parallel = false;
    for_each_layer(run.outline().model, [&](const LayerDescription& layer) { parallel |= layer.is_parallel(); });
    return {
        parallel
            ? "Switched off, what attention and network of a layer give replaces the residual stream instead of being added to "
              "it, and what they do not pass on is lost."
            : std::string(choice.effect),
        "Look at the output of the layers, whether its rows become more alike, and at the gradients, whether they vanish towards "
        "the first layer."};
}

ChoiceWords of_inner_norm(const Run& run, const DesignChoice& choice) {
    const bool final_norm = run.model->configuration.final_norm;
    if (!run.regime.design.residuals)
        return {
            fmt::format("Switched off, {} normalises what a sublayer puts out, and that replaces the stream: there are no residual "
                        "connections.",
                        run.model->configuration.norm_name()),
            fmt::format("Look at the range of the stream, which is that of {}'s output after every sublayer.",
                        run.model->configuration.is_rms() ? "an RMSNorm" : "a LayerNorm")};
    return {with_norm_of(run.model->configuration, choice.effect),
            std::string(
                "Look at the range of the residual stream, whether it widens from sublayer to sublayer: nothing brings it back") +
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
        return {fmt::format(
                    "“{} on the residual stream” is switched off: {} stands inside the residual, and pre-norm and post-norm are "
                    "the same.",
                    c.norm_name(), c.norm_name()),
                "Switch that on to see a difference."};
    if (part == VariantPart::norm && !c.final_norm)
        return {std::string(choice.effect),
                "Look at the residual stream: under pre-norm nothing brings its range back, since this model has no norm after "
                "the last layer."};
    if (part == VariantPart::positions && !design.positions)
        return {std::string(choice.effect), "“Positions” is switched off: nothing of this shows."};
    return {std::string(choice.effect), std::string(choice.look)};
}

}  // namespace vitrine
