/// The texts of an attention's operations.

#include <fmt/format.h>

#include "core/trace/outline_operations.h"

namespace vitrine {

namespace {

struct Names {
    const char *askers, *answerers;
};

/// The names of queries and keys. A model of one stack reads a single text, whose tokens belong to neither source nor target.
Names names_of(AttentionKind kind, const Configuration& c) {
    if (c.is_transformer() && c.has_encoder() != c.has_decoder()) return {"token", "token"};
    switch (kind) {
        case AttentionKind::encoder_self:
            return {"source token", "source token"};
        case AttentionKind::decoder_self:
            return {"target token", "target token"};
        case AttentionKind::alone:
            return {"query", "key"};
        default:
            return {"target token", "source token"};
    }
}

/// Whether the attention's mask hides padding. A model may have no padding.
bool hides_padding(const AttentionDescription& of) { return of.mask.pad != no_token; }

/// What the mask hides, and why, in words; a window aside.
const char* hidden_words(const AttentionDescription& of) {
    const bool ahead = of.mask.causal, padding = hides_padding(of);
    if (padding && of.mask.padding == PaddingAxis::queries) {
        return ahead ? "Hides everything from queries that are padding, the wrong axis, and every later token from all queries."
                     : "Hides everything from queries that are padding. That is the wrong axis: padding itself stays visible.";
    }
    if (ahead && padding) return "Hides padding and every later token, which is not known yet when a token is predicted.";
    if (ahead) return "Hides every later token, which is not known yet when a token is predicted.";
    return "Hides padding, which only makes all sentences equally long.";
}

/// The name of the scores that the mask hides or, with the mask after the softmax, that the softmax reads.
const char* hidden_scores(const AttentionDescription& of) {
    return of.position_bias ? "biased" : of.scores_cap ? "capped" : "scores";
}

bool hides_anything(const AttentionDescription& of) { return hides_padding(of) || of.mask.causal || of.mask.window; }

OperationWords mask_words(const Computed& computed) {
    const Configuration& c = computed.configuration;
    const AttentionDescription& of = computed.sublayer->attention;
    const std::string value = c.mask_value ? fmt::format("{:g}", *c.mask_value) : "−∞";
    OperationWords words{"Mask", fmt::format("masked[q,k] = {}[q,k] where mask = 1, else {}", hidden_scores(of), value), {}};
    if (of.mask_after_softmax) words.formula = "weights[q,k] = unmasked[q,k] · mask[q,k]";
    if (!hides_anything(of)) {
        words.text = "No mask is used here: this step hides nothing.";
        return words;
    }
    if (hides_padding(of) || of.mask.causal) words.text = hidden_words(of);
    if (of.mask.window) {
        words.text += words.text.empty() ? "" : " ";
        words.text += fmt::format("A window also hides what lies {} tokens back or further.", *of.mask.window);
    }
    if (of.mask_after_softmax) {
        words.text += " Hidden weights become 0 after the softmax, and the other weights do not grow to make up for them.";
    } else if (c.mask_value) {
        words.text += fmt::format(
            " Hidden scores become {}: the lower this value, the smaller the weight that the softmax gives them.", value);
    } else {
        words.text += " Hidden scores become −∞, from which the softmax makes 0.";
    }
    return words;
}

OperationWords softmax_words(AttentionKind kind, const Computed& computed) {
    const auto [askers, answerers] = names_of(kind, computed.configuration);
    const AttentionDescription& of = computed.sublayer->attention;
    if (of.mask_after_softmax) {
        return {"Softmax", fmt::format("unmasked[q,k] = exp({0}[q,k]) / Σ exp({0}[q,j])", hidden_scores(of)),
                fmt::format("Each row becomes weights that sum to 1, including hidden {}s: the mask comes later.", answerers)};
    }
    const bool may_be_all_hidden = !computed.configuration.mask_value && hides_anything(of);
    return {"Softmax", "weights[q,k] = exp(masked[q,k]) / Σ exp(masked[q,j])",
            fmt::format("Each row becomes weights that sum to 1: how much a {} attends to each {}.{}", askers, answerers,
                        may_be_all_hidden ? " If all of a row is hidden, all its weights are 0." : "")};
}

OperationWords head_norm_words(const AttentionDescription& of) {
    const bool each = of.query_key_norm == QueryKeyNorm::each_head, rms = of.head_norm.options.kind == LayerNormKind::rms;
    return {rms ? "RMSNorm of Q and K" : "LayerNorm of Q and K", "Q′ = norm(Q)   K′ = norm(K)",
            std::string("Every query and every key is ") + (each ? "normalised head by head" : "normalised, all heads at once") +
                ", so that the scores cannot grow without bound."};
}

OperationWords rotation_words(const AttentionDescription& of) {
    const Size turned = of.rotation->width.value_or(of.head_width);
    return {"Rotate Q and K", "pair i of position l is rotated by the angle l · f[i]",
            "Each query and each key is rotated by angles that grow with its position, so that their product depends on the "
            "distance between the two." +
                (turned == of.head_width ? "" : fmt::format(" Only the first {} dimensions are rotated.", turned))};
}

OperationWords scores_words(AttentionKind kind, const Computed& computed) {
    const auto [askers, answerers] = names_of(kind, computed.configuration);
    const AttentionDescription& of = computed.sublayer->attention;
    const bool by_width = of.divisor.root_of_width, divides_by_layer = of.divisor.layer != 1;
    const double width = of.divisor.width.value_or(static_cast<double>(of.head_width));
    const std::string by_layer = divides_by_layer ? fmt::format(" / {}", of.divisor.layer) : "";
    const auto [query, key] = scored_symbols(of);
    const std::string root = by_width ? fmt::format(" / √{:g}", width) : "";
    return {
        fmt::format("Scores {}·{}ᵀ{}{}", query, key, root, by_layer),
        fmt::format("scores[q,k] = Σ {}[q,i] · {}[k,i]{}{}", query, key, of.divisor.width || !by_width ? root : " / √d", by_layer),
        fmt::format("How well the query of each {} matches the key of each {}.{}{}", askers, answerers,
                    of.divisor.width && by_width ? fmt::format(" The sums are divided by √{:g}.", width)
                    : by_width                   ? " The division by √d keeps the sums from growing with d."
                    : !divides_by_layer          ? " Nothing divides the sums, so they grow with d."
                                                 : "",
                    divides_by_layer ? " They are divided by the number of the layer." : "")};
}

/// The texts of one attention alone, where they differ from the texts of a Transformer.
OperationWords words_alone(Operation operation, const Computed& computed) {
    switch (operation) {
        case Operation::inputs:
            return {
                "Inputs", "x_Q, x_K, x_V are given",
                "The vectors from which queries, keys and values are made. In a Transformer they are rows of x or of the memory."};
        case Operation::projections:
            return {"Q, K, V",
                    "Q = x_Q · W_Qᵀ" + plus_bias("b_Q", computed.sublayer->attention.projection_bias) + "   K = x_K · W_Kᵀ" +
                        plus_bias("b_K", computed.sublayer->attention.projection_bias) + "   V = x_V · W_Vᵀ" +
                        plus_bias("b_V", computed.sublayer->attention.projection_bias),
                    "Linear maps turn the inputs into queries, keys and values: what each looks for, what it offers, and what it "
                    "hands over. Every head gets its own part of the dimensions."};
        default:
            return {"Merge heads", "merged = concat(context of all heads)",
                    "The outputs of the heads are concatenated. That is the result: there is no W_O here that would mix them."};
    }
}

}  // namespace

std::string division_words(const AttentionDescription& of) {
    std::string words;
    if (of.divisor.root_of_width) words = fmt::format("÷ √{:g}", of.divisor.width.value_or(static_cast<double>(of.head_width)));
    if (of.divisor.layer != 1) words += fmt::format("{}÷ {}", words.empty() ? "" : " ", of.divisor.layer);
    return words;
}

OperationWords words_of(Operation operation, AttentionKind kind, const Computed& computed) {
    const bool differs = operation == Operation::inputs || operation == Operation::projections || operation == Operation::merge;
    if (kind == AttentionKind::alone && differs) return words_alone(operation, computed);
    const auto [askers, answerers] = names_of(kind, computed.configuration);
    const std::string read = kind == AttentionKind::cross ? "memory" : "x";
    switch (operation) {
        case Operation::projections:
            return {"Q, K, V",
                    "Q = x · W_Qᵀ" + plus_bias("b_Q", computed.sublayer->attention.projection_bias) + "   K = " + read + " · W_Kᵀ" +
                        plus_bias("b_K", computed.sublayer->attention.projection_bias) + "   V = " + read + " · W_Vᵀ" +
                        plus_bias("b_V", computed.sublayer->attention.projection_bias),
                    fmt::format("Each {} makes a query: what it looks for. Each {} makes a key, what it offers, and a value, what "
                                "it hands over.",
                                askers, answerers)};
        case Operation::head_norm:
            return head_norm_words(computed.sublayer->attention);
        case Operation::rotation:
            return rotation_words(computed.sublayer->attention);
        case Operation::scores_cap:
            return cap_words("capped", "scores", *computed.sublayer->attention.scores_cap,
                             "So no single score can stand far above all others.");
        case Operation::scores:
            return scores_words(kind, computed);
        case Operation::position_bias:
            return {"+ distance", "biased[q,k] = scores[q,k] + bias[q,k], bias[h,q,k] = table[bucket of k − q, h]",
                    "Adds a learned bias for the distance between the two; every head has biases of its own. Large distances share "
                    "one."};
        case Operation::mask:
            return mask_words(computed);
        case Operation::softmax:
            return softmax_words(kind, computed);
        case Operation::context: {
            const std::string weights = name_when_read("weights", computed);
            return {(computed.regime.dropout > 0 ? "Dropped" : "Weights") + std::string(" · V"),
                    "context[q,i] = Σ " + weights + "[q,k] · V[k,i]",
                    fmt::format("Every {} gets the sum of the values of the {}s, weighted by its attention weights{}.", askers,
                                answerers, computed.regime.dropout > 0 ? " after dropout" : "")};
        }
        case Operation::merge:
            return {"Merge heads, · W_O",
                    "merged = concat(context of all heads)   output = merged · W_Oᵀ" +
                        plus_bias("b_O", computed.sublayer->attention.output_bias),
                    "The outputs of the heads are concatenated, and one linear map mixes what they found."};
        default:
            return words_of(operation, computed);
    }
}

}  // namespace vitrine
