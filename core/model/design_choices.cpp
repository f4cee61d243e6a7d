#include "core/model/design_choices.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/model/description.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// The first layer of a stack, which stands for all of them in equations. One attention alone counts as a layer.
LayerDescription first_layer(const Configuration& c, const ModelDescription& model, StackKind stack) {
    if (!c.is_transformer()) return {.sublayers = {model.lone}};
    return (stack == StackKind::encoder ? model.encoder : model.decoder).layers.front();
}

/// The equation of the first layer and, where another layer has another one, which layer it is of.
template <class Equation>
std::string of_first_layer(const Configuration& c, const Design& design, StackKind stack, Equation&& equation) {
    const ModelDescription model = describe(c, design);
    const std::string first = equation(first_layer(c, model, stack));
    const auto& layers = (stack == StackKind::encoder ? model.encoder : model.decoder).layers;
    const bool differ = std::ranges::any_of(layers, [&](const LayerDescription& layer) { return equation(layer) != first; });
    return first + (differ ? ", in layer 1" : "");
}

StackKind first_stack(const Configuration& c) { return c.has_encoder() ? StackKind::encoder : StackKind::decoder; }

std::string scores_equation_of(const LayerDescription& layer, const Configuration& c) {
    const AttentionDescription& attention = layer.sublayers.front().attention;
    const ScoreDivisor& divisor = attention.divisor;
    std::string divided = divisor.width ? fmt::format("√{:g}", *divisor.width) : "√d";
    if (!divisor.root_of_width) divided.clear();
    if (c.scale_scores_by_layer) divided = divided.empty() ? "layer" : "(" + divided + " · layer)";
    const auto [query, key] = scored_symbols(attention);
    return fmt::format("scores = {}·{}ᵀ{}{}", query, key, divided.empty() ? "" : " / ", divided);
}

std::string scores_equation(const Configuration& c, const Design& design) {
    return of_first_layer(c, design, first_stack(c), [&](const LayerDescription& layer) { return scores_equation_of(layer, c); });
}

std::string cross_attention_equation(const Configuration& c, const Design& design) {
    if (c.is_transformer() && c.architecture != Architecture::transformer) return "no cross-attention in this model";
    return design.shared_attention ? "cross = Attention(x, memory; W of self-attention)"
                                   : "cross = Attention(x, memory; its own W)";
}

/// The equation of the mask of the decoder's self-attention or, if there is no decoder, of the encoder's.
std::string mask_equation(const Configuration& c, const Design& design) {
    const bool hides_padding = design.padding_mask && c.output_padding() != no_token;
    if (!c.has_decoder() || !design.causal_mask) return hides_padding ? "mask = padding" : "mask = 1";
    return of_first_layer(c, design, StackKind::decoder, [&](const LayerDescription& layer) {
        const auto& window = layer.sublayers.front().attention.mask.window;
        const std::string causal = window ? fmt::format("key ≤ query < key + {}", *window) : "key ≤ query";
        return hides_padding ? "mask = padding ∧ (" + causal + ")" : "mask = " + causal;
    });
}

std::string causal_equation(const Configuration& c, const Design& design) {
    return c.architecture == Architecture::encoder ? "no causal mask in an encoder" : mask_equation(c, design);
}

std::string weights_equation(const Configuration& c, const Design& design) {
    if (design.mask_after_softmax) return "weights = softmax(scores) ⊙ mask";
    return c.mask_value ? fmt::format("weights = softmax(scores, {:g} where hidden)", *c.mask_value)
                        : "weights = softmax(scores, −∞ where hidden)";
}

std::string padding_equation(const Configuration& c, const Design& design) {
    if (!design.padding_mask || (c.pad_src == no_token && c.pad_tgt == no_token)) return "padding[b,q,k] = 1";
    return design.padding_on_queries ? "padding[b,q,k] = query q of b is no padding" : "padding[b,q,k] = key k of b is no padding";
}

std::string input_equation(const Configuration& c, const Design& design) {
    const std::string sum = std::string(c.d_embed ? "projection(embedding)" : "embedding") +
                            (c.scale_embedding && design.scale_embedding ? " · √D" : "") +
                            (design.positions && c.adds_positions() ? " + positions" : "") +
                            (c.segment_kinds > 0 ? " + segments" : "");
    return "x = " + (c.embedding_norm ? std::string(c.norm_name()) + "(" + sum + ")" : sum);
}

/// The equation of how positions enter this model.
std::string positions_equation(const Configuration& c, const Design& design) {
    if (c.positions == PositionKind::rotary) return design.positions ? "Q, K = turned by position" : "Q, K = as projected";
    if (c.positions == PositionKind::relative)
        return design.positions ? "weights = softmax(scores + bias[k − q])" : "weights = softmax(scores)";
    return input_equation(c, design);
}

std::string residual_equation_of(const LayerDescription& layer, bool residuals) {
    const SublayerDescription& first = layer.sublayers.front();
    const std::string norm = name(first.norm.options.kind), x = residuals ? "x + " : "";
    if (layer.is_parallel()) {
        // Two norms before the sublayers have names of their own.
        const std::string other = layer.has_norm(1) ? norm + "₂" : norm;
        return x + addend_text(first.norm_placement, "attention", layer.has_norm(1) ? norm + "₁" : norm) + " + " +
               addend_text(layer.sublayers.back().norm_placement, "network", other);
    }
    const std::string sum = x + addend_text(first.norm_placement, "sublayer", norm);
    return first.norm_placement == NormPlacement::after ? norm + "(" + sum + ")" : sum;
}

/// The equation of a sublayer, or of parallel ones, with residual connection and norms.
std::string residual_equation(const Configuration& c, const Design& design) {
    return of_first_layer(c, design, first_stack(c),
                          [&](const LayerDescription& layer) { return residual_equation_of(layer, design.residuals); });
}

constexpr std::array all_choices{
    DesignChoice{.name = "unscaled_scores",
                 .label = "Divide scores by √d",
                 .departure_phrase = "no division by √d",
                 .group = DesignGroup::attention,
                 .equation = scores_equation,
                 .effect = "Switched off, scores are √d times as large, and softmax makes sharper weights of larger differences.",
                 .look = "Look at how evenly the weights of a row are distributed: where nearly all of the weight lies on one "
                         "token, softmax passes on hardly any gradient.",
                 .member = &Design::scale_scores,
                 .departure = false},
    DesignChoice{.name = "shared_attention",
                 .label = "Cross-attention has its own parameters",
                 .departure_phrase = "self- and cross-attention share their parameters",
                 .group = DesignGroup::attention,
                 .equation = cross_attention_equation,
                 .effect = "Switched off, each decoder layer's cross-attention uses the parameters of its self-attention, which "
                           "learned to read the target.",
                 .look = "Look at the first cross-attention: its queries, keys and weights differ, while those of the "
                         "self-attention below it do not.",
                 .member = &Design::shared_attention,
                 .departure = true},
    DesignChoice{.name = "no_causal_mask",
                 .label = "Causal mask",
                 .departure_phrase = "no causal mask",
                 .group = DesignGroup::masks,
                 .equation = causal_equation,
                 .effect = "Switched off, a token of the decoder's input attends to the tokens after it, which in training are "
                           "what it has to predict.",
                 .look = "Look at the weights above the diagonal and at the leak test: changing a token can now change the "
                         "outputs before it.",
                 .member = &Design::causal_mask,
                 .departure = false},
    DesignChoice{.name = "no_padding_mask",
                 .label = "Padding mask",
                 .departure_phrase = "no padding mask",
                 .group = DesignGroup::masks,
                 .equation = mask_equation,
                 .effect = "Switched off, padding is attended to like any token, so a sentence's result depends on the sentences "
                           "it is batched with.",
                 .look = "Look at the columns of padding in the weights of a shorter sentence.",
                 .member = &Design::padding_mask,
                 .departure = false},
    DesignChoice{.name = "mask_after_softmax",
                 .label = "Mask before the softmax",
                 .departure_phrase = "mask after the softmax",
                 .group = DesignGroup::masks,
                 .equation = weights_equation,
                 .effect = "Switched off, the mask is applied after the softmax: hidden keys take their part of each row before "
                           "they are set to 0, and nothing makes up for it.",
                 .look = "Look at the rows of weights, which no longer sum to 1 where tokens are hidden, and at the leak test: "
                         "hidden tokens still change the outputs.",
                 .member = &Design::mask_after_softmax,
                 .departure = true},
    DesignChoice{
        .name = "padding_on_queries",
        .label = "Padding mask on the keys",
        .departure_phrase = "padding mask on the wrong axis",
        .group = DesignGroup::masks,
        .equation = padding_equation,
        .effect = "Switched off, the mask lies along the queries: padding attends to nothing, but other tokens attend to padding.",
        .look = "Look at a sentence with padding: the rows of its padding are hatched instead of the columns.",
        .member = &Design::padding_on_queries,
        .departure = true},
    DesignChoice{.name = "unscaled_embeddings",
                 .label = "Scale embeddings by √D",
                 .departure_phrase = "unscaled embeddings",
                 .group = DesignGroup::embedding,
                 .equation = input_equation,
                 .effect = "Switched off, embeddings are √D times smaller beside the positions that are added to them.",
                 .look = "Look at the sum: the smaller the embeddings, the more of it is position.",
                 .member = &Design::scale_embedding,
                 .departure = false},
    DesignChoice{.name = "no_positions",
                 .label = "Positions",
                 .departure_phrase = "no positions",
                 .group = DesignGroup::embedding,
                 .equation = positions_equation,
                 .effect = "Switched off, the encoder cannot tell in which order the tokens stand: it reads a bag of words.",
                 .look = "Look at a token that occurs twice: both of its rows are the same throughout the encoder.",
                 .member = &Design::positions,
                 .departure = false},
    DesignChoice{.name = "no_residuals",
                 .label = "Residual connections",
                 .departure_phrase = "no residual connections",
                 .group = DesignGroup::layers,
                 .equation = residual_equation,
                 .effect = "Switched off, every sublayer replaces the residual stream instead of adding to it, and what it does "
                           "not pass on is lost.",
                 .look = "Look at the memory, whether its rows become more alike, and at the gradients, whether they vanish "
                         "towards the first layer.",
                 .member = &Design::residuals,
                 .departure = false},
    DesignChoice{
        .name = "norm_inside",
        .label = "LayerNorm on the residual stream",
        .departure_phrase = "LayerNorm inside the residual",
        .group = DesignGroup::layers,
        .equation = residual_equation,
        .effect = "Switched off, LayerNorm normalises only what a sublayer adds, not the stream to which it is added.",
        .look =
            "Look at the range of the residual stream, whether it widens from sublayer to sublayer: no LayerNorm brings it back.",
        .member = &Design::norm_inside,
        .departure = true},
};

}  // namespace

std::span<const DesignChoice> design_choices() { return all_choices; }

const DesignChoice* find_design_choice(std::string_view name) {
    const auto found = std::ranges::find(all_choices, name, &DesignChoice::name);
    return found == all_choices.end() ? nullptr : &*found;
}

Design both(const Design& first, const Design& second) {
    Design design = first;
    for (const DesignChoice& choice : design_choices()) {
        if (choice.is_made(second)) choice.make(design, true);
    }
    return design;
}

namespace {

/// The reason why one attention alone, which has no padding, no embeddings and no layers, cannot have this design.
std::string refusal_alone(const Design& design) {
    for (const DesignChoice& choice : design_choices()) {
        if (choice.is_made(design) && choice.member != &Design::scale_scores)
            return std::string(choice.name) + ": one attention alone has no use for that choice";
    }
    return {};
}

}  // namespace

std::string refusal(const Design& design, const Configuration& c) {
    if (!c.is_transformer()) return refusal_alone(design);
    const ModelDescription own = describe(c);
    if (!design.scale_scores && !any_attention(own, [](const AttentionDescription& of) { return of.divisor.root_of_width; }))
        return "unscaled_scores: this model does not divide its scores by √d in the first place";
    if (design.shared_attention && c.architecture != Architecture::transformer)
        return "shared_attention: this model has no cross-attention";
    if (!design.causal_mask && !c.has_decoder()) return "no_causal_mask: an encoder has no causal mask in the first place";
    if (!design.positions && c.positions == PositionKind::none)
        return "no_positions: this model has no positions in the first place";
    if (!design.scale_embedding && !c.scale_embedding)
        return "unscaled_embeddings: this model does not scale its embeddings in the first place";
    bool shares_norm = false;
    for_each_layer(own, [&](const LayerDescription& layer) { shares_norm |= layer.order == SublayerOrder::parallel_shared; });
    if (design.norm_inside && shares_norm)
        return "norm_inside: attention and network of this model read one norm, which cannot stand behind both";
    if (design.padding_on_queries && !design.padding_mask)
        return "padding_on_queries: without a padding mask (no_padding_mask) there is none to put on the wrong axis";
    if (design.mask_after_softmax && !c.has_decoder() && !design.padding_mask)
        return "mask_after_softmax: with no_padding_mask there is no mask to apply";
    if (design.mask_after_softmax && !design.causal_mask && !design.padding_mask)
        return "mask_after_softmax: with no_causal_mask and no_padding_mask there is no mask to apply";
    return {};
}

void check(const Design& design, const Configuration& configuration) {
    const std::string problem = refusal(design, configuration);
    if (!problem.empty()) throw Error(problem);
}

}  // namespace vitrine
