#include "core/trace/outline_operations.h"

#include <stdexcept>

#include <fmt/format.h>

namespace vitrine {

std::string plus_bias(const char* bias, bool exists) { return exists ? std::string(" + ") + bias : ""; }

std::string name_when_read(const char* name, const Computed& computed) { return computed.regime.dropout > 0 ? "dropped" : name; }

namespace {

OperationWords positions_words(const Computed& computed) {
    const Configuration& c = computed.configuration;
    if (c.segment_kinds > 0 && computed.stack == StackKind::encoder) {
        const bool added = computed.regime.design.positions && c.adds_positions();
        return {added ? "+ positions + segments" : "+ segments",
                added ? "sum[l,j] = x[l,j] + positions[l,j] + segment[l,j]" : "sum[l,j] = x[l,j] + segment[l,j]",
                added ? "Adds a learned vector per position and one per segment, so that the vector of a token also encodes its "
                        "position and which of the texts it belongs to."
                      : "Adds a learned vector per segment, so that the vector of a token also encodes which of the texts it "
                        "belongs to."};
    }
    if (!computed.regime.design.positions || c.positions == PositionKind::none)
        return {"No positions", "sum[l,j] = x[l,j]", "Nothing is added: the vector of a token does not depend on its position."};
    if (c.is_rotary())
        return {"Nothing added", "sum[l,j] = x[l,j]",
                "Instead, every attention rotates its queries and keys by angles that depend on their positions."};
    if (c.positions == PositionKind::relative)
        return {"Nothing added", "sum[l,j] = x[l,j]",
                "Instead, every self-attention adds a bias to its scores that depends on the distance between two tokens."};
    if (computed.configuration.positions == PositionKind::learned) {
        return {"+ positions", "sum[l,j] = x[l,j] + positions[l,j]",
                "Adds a learned vector per position, so that the vector of a token also encodes its position."};
    }
    if (c.positions == PositionKind::sines_first) {
        return {
            "+ positions", "positions[l,j] = sin or cos(l / 10000^(2i/D)), i = j or j − D/2   sum[l,j] = x[l,j] + positions[l,j]",
            "Adds sines and cosines of the position, all sines first, so that the vector of a token also encodes its position."};
    }
    return {"+ positions", "positions[l,j] = sin or cos(l / 10000^(2i/D)), i = ⌊j/2⌋   sum[l,j] = x[l,j] + positions[l,j]",
            "Adds sines and cosines of the position, so that the vector of a token also encodes its position."};
}

OperationWords activation_words(ActivationKind kind) {
    switch (kind) {
        case ActivationKind::gelu:
            return {"GELU", "activation = x · Φ(x)",
                    "Multiplies each value by the probability that a standard normal variable lies below it: a smooth ReLU."};
        case ActivationKind::gelu_tanh:
            return {"GELU, by tanh", "activation = x · (1 + tanh(√(2/π) · (x + 0.044715 · x³))) / 2",
                    "A smooth ReLU: approximates x times the probability that a standard normal variable lies below x."};
        case ActivationKind::silu:
            return {"SiLU", "activation = x / (1 + exp(−x))", "Multiplies each value by its own sigmoid: a smooth ReLU."};
        case ActivationKind::tanh:
            return {"tanh", "activation = tanh(x)", "Small numbers hardly change, and none gets beyond 1 or −1."};
        default:
            return {"ReLU", "activation = max(0, x)",
                    "Negative values become 0. Without a nonlinear function between them, two linear maps would amount to one."};
    }
}

/// The equations of the deviation and of the norm: either may be set by hand, and the other still holds.
OperationWords norm_words(const NormDescription& of) {
    const std::string gain = gain_text(of.options);
    const bool has_bias = of.bias;
    if (of.options.kind == LayerNormKind::rms) {
        return {
            "RMSNorm", "rms = √(mean of x² + ε)   norm = " + gain + " · x / rms",
            "Divides the vector of each token by its root mean square, then applies a learned gain. The mean is not subtracted."};
    }
    const bool torch = of.options.kind == LayerNormKind::torch, has_gain = of.options.has_gain;
    return {"LayerNorm",
            std::string(torch ? "deviation = √(variance + ε)" : "deviation = √variance + ε") +
                "   norm = " + (has_gain ? gain + " · " : "") + "(x − mean) / deviation" + plus_bias("bias", has_bias),
            std::string("Subtracts the mean of each token's vector and divides by its standard deviation") +
                (!has_gain  ? "."
                 : has_bias ? ", then applies a learned gain and bias."
                            : ", then applies a learned gain.")};
}

OperationWords scaling_words(const Computed& computed) {
    return {fmt::format("× √{}", computed.configuration.d_model),
            fmt::format("scaled = {} · √D", computed.configuration.d_embed ? "projected" : "embedding"),
            fmt::format("Multiplies embeddings by the square root of the model dimension{} (section 3.4).",
                        computed.regime.design.positions ? ", before positions are added" : "")};
}

OperationWords class_loss_words() {
    return {"Loss", "loss = mean over the labels that there are of −ln p[label], p = softmax(scores)",
            "How surprised the model is by the correct classes: 0 would mean certainty."};
}

OperationWords loss_words(const Computed& computed) {
    if (computed.configuration.classes > 0) return class_loss_words();
    const Regime& regime = computed.regime;
    const std::int32_t padding = computed.configuration.output_padding();
    const bool has_padding = padding != no_token;
    const std::string counted = (regime.counted_labels > 0 ? fmt::format("1/{} · Σ", regime.counted_labels) : "mean") +
                                (padding == filler ? " over the labels that there are of "
                                 : has_padding     ? " over labels that are not padding of "
                                                   : " over labels of ");
    if (regime.label_smoothing == 0) {
        return {"Loss", "loss = " + counted + "−ln p[label], p = softmax(logits)",
                computed.configuration.has_decoder()
                    ? "How surprised the model is by the correct next tokens: 0 would mean certainty."
                    : "How surprised the model is by the correct tokens: 0 would mean certainty."};
    }
    return {
        "Loss", "loss = " + counted + "−(1 − ε) · ln p[label] − ε/V · Σ ln p[v], p = softmax(logits)",
        fmt::format("How far the probabilities are from 1 − ε on the label plus ε spread evenly over the vocabulary (ε = {:g}).",
                    regime.label_smoothing)};
}

}  // namespace

OperationWords cap_words(const std::string& output, const std::string& input, double cap, const std::string& consequence) {
    return {fmt::format("Cap at ±{:g}", cap), fmt::format("{0} = {2:g} · tanh({1} / {2:g})", output, input, cap),
            fmt::format("Small numbers hardly change, and none gets beyond {:g} or −{:g}. {}", cap, cap, consequence)};
}

namespace {

OperationWords output_words(Operation operation, const Computed& computed) {
    const Configuration& c = computed.configuration;
    switch (operation) {
        case Operation::logits:
            return {"Logits", (c.logits_cap ? "uncapped = x · Wᵀ" : "logits = x · Wᵀ") + plus_bias("b", c.has_output_bias()),
                    fmt::format("One number for each of the {} {}tokens of the vocabulary, at every position.",
                                c.output_vocabulary(), c.architecture == Architecture::transformer ? "target " : "")};
        case Operation::logits_cap:
            return cap_words("logits", "uncapped", *c.logits_cap, "The order of the tokens stays as it was.");
        case Operation::probabilities:
            return {"Softmax", "p[v] = exp(logits[v]) / Σ exp(logits[w])",
                    c.has_decoder()
                        ? "Turns the logits into probabilities that sum to 1: how likely the model takes each token to come next."
                        : "Turns the logits into probabilities that sum to 1: how likely the model takes each token to be at this "
                          "position."};
        case Operation::class_linear:
            return {fmt::format("Linear {} → {}", c.d_model, c.d_model), "dense = x[0] · Wᵀ" + plus_bias("b", c.bias),
                    "A linear map of the vector of the first token, which stands for the whole sentence."};
        case Operation::class_scores:
            return {"Scores", "scores = activation · Wᵀ" + plus_bias("b", c.has_output_bias()),
                    fmt::format("One number for each of the {} classes.", c.classes)};
        case Operation::class_probabilities:
            return {"Softmax", "p[v] = exp(scores[v]) / Σ exp(scores[w])",
                    "Turns the scores into probabilities that sum to 1: how likely the model takes each class to be that of the "
                    "sentence."};
        case Operation::predictions:
            return {"Predictions", "prediction = argmax logits",
                    "The token with the largest logit at every position; of equal ones the first."};
        default:
            return loss_words(computed);
    }
}

/// The texts of a feed-forward network's products.
OperationWords network_words(Operation operation, const Computed& computed) {
    const FeedForwardDescription& of = computed.sublayer->feed_forward;
    const Size features = computed.configuration.d_model;
    switch (operation) {
        case Operation::linear1:
            return {fmt::format("Linear {} → {}", features, of.width), "linear1 = x · W₁ᵀ" + plus_bias("b₁", of.bias),
                    fmt::format("A linear map to the {} hidden units of this network, at every position separately.", of.width)};
        case Operation::gate:
            return {
                fmt::format("Gate {} → {}", features, of.width), "gate = x · W_gᵀ" + plus_bias("b_g", of.bias),
                fmt::format(
                    "A second linear map to {} gates: after the activation, they determine how much of each hidden unit passes.",
                    of.width)};
        case Operation::gating:
            return {"Gate · linear1", "gated = activation(gate) ⊙ linear1",
                    "Each hidden unit is multiplied by its gate, which opens or closes it."};
        default:
            return {
                fmt::format("Linear {} → {}", of.width, features),
                "linear2 = " + name_when_read(of.gated ? "gated" : "activation", computed) + " · W₂ᵀ" + plus_bias("b₂", of.bias),
                fmt::format("A linear map of the {} hidden units back to the dimension of the model.", of.width)};
    }
}

/// The texts of the sublayer's norm or, outside of the layers, of the model's.
OperationWords norm_words(const Computed& computed) {
    const Configuration& c = computed.configuration;
    return norm_words(computed.sublayer ? computed.sublayer->norm : NormDescription{c.layer_norm_options(), c.has_norm_bias()});
}

/// What a residual adds, in its equation: one sublayer with its norms, or all that are parallel.
std::string addend_term(const Computed& computed) {
    const NormPlacement placement = computed.sublayer->norm_placement;
    const bool before = is_normed_before(placement), behind = is_normed_inside(placement);
    const std::string norm = norm_words(computed).title;
    const auto term = [&](const std::string& name) {
        std::string text = name + (before ? '(' + norm + "(x))" : "(x)");
        if (computed.regime.dropout > 0) text = "dropout(" + text + ')';
        return behind ? norm + '(' + text + ')' : text;
    };
    if (!computed.layer->is_parallel()) return term("sublayer");
    std::string sum;
    for (const SublayerDescription& one : computed.layer->sublayers)
        sum += (sum.empty() ? "" : " + ") + term(one.kind == SublayerKind::feed_forward ? "network" : "attention");
    return sum;
}

}  // namespace

OperationWords words_of(Operation operation, const Computed& computed) {
    const Configuration& c = computed.configuration;
    switch (operation) {
        case Operation::embedding:
            return {"Look up embeddings", "embedding[l,e] = table[token[l],e]",
                    "The id of each token selects a row of a table: the token becomes a vector."};
        case Operation::projection_of_embedding:
            return {fmt::format("Project {} → {}", c.embedding_width(), c.d_model),
                    "projected = embedding · Wᵀ" + plus_bias("b", c.has_embedding_projection_bias()),
                    "A linear map brings the embedding to the dimension of the model."};
        case Operation::scaling:
            return scaling_words(computed);
        case Operation::positions:
            return positions_words(computed);
        case Operation::layer_norm:
            return norm_words(computed);
        case Operation::dropout:
            return {"Dropout", "dropped = x · kept / (1 − p)",
                    "As in training: random values are set to 0, so that the model cannot rely on any single one. The others are "
                    "divided by 1 − p, which keeps the average the same."};
        case Operation::activation:
            return activation_words(computed.sublayer ? computed.sublayer->feed_forward.activation : c.activation_of_head());
        case Operation::linear1:
        case Operation::gate:
        case Operation::gating:
        case Operation::linear2:
            return network_words(operation, computed);
        case Operation::head_linear:
            return {fmt::format("Linear {} → {}", c.d_model, c.d_model), "dense = x · Wᵀ" + plus_bias("b", c.bias),
                    "A linear map of every token's vector, before the logits."};
        case Operation::output_scaling:
            return {fmt::format("/ √{}", c.d_model), "scaled = x / √D",
                    "Divides by the square root of the model dimension, because the logits use the embedding table."};
        case Operation::projection_of_output:
            return {fmt::format("Project {} → {}", c.d_model, c.embedding_width()),
                    "projected = x · Wᵀ" + plus_bias("b", c.has_embedding_projection_bias()),
                    "A linear map brings the vector of every token back to the dimension of the embeddings."};
        case Operation::memory:
            return {"Memory", "memory = x",
                    "The output of the encoder, one vector per token. Every decoder layer makes the keys and values of its "
                    "cross-attention from it."};
        case Operation::logits:
        case Operation::logits_cap:
        case Operation::probabilities:
        case Operation::predictions:
        case Operation::class_linear:
        case Operation::class_scores:
        case Operation::class_probabilities:
        case Operation::loss:
            return output_words(operation, computed);
        default:
            throw std::logic_error("this operation belongs to an attention, or is a residual");
    }
}

namespace {

/// The texts of the one residual connection around parallel sublayers.
OperationWords parallel_words(ResidualParts parts, const std::string& sublayers) {
    switch (parts) {
        case ResidualParts::x:
            return {"Sublayers off", "residual = x",
                    "Attention and network are computed, but their outputs are not added: x passes on unchanged."};
        case ResidualParts::sublayer:
            return {"No residual", "residual = " + sublayers, "Only the outputs of attention and network pass on: x is not added."};
        default:
            return {"Add", "residual = x + " + sublayers,
                    "Attention and network have both read x, neither the other's output. Their outputs are added to it at once."};
    }
}

}  // namespace

OperationWords words_of(ResidualParts parts, const Computed& computed) {
    const bool inside = is_normed_inside(computed.sublayer->norm_placement);
    const std::string sublayer = addend_term(computed);
    if (computed.layer->is_parallel()) return parallel_words(parts, sublayer);
    switch (parts) {
        case ResidualParts::x:
            return {"Sublayer off", "residual = x",
                    "The sublayer is computed, but its output is not added: x passes on unchanged."};
        case ResidualParts::sublayer:
            if (inside)
                return {"No residual", "residual = " + sublayer,
                        "Only the normalised output of the sublayer passes on: x is not added."};
            return {"No residual", "residual = " + sublayer,
                    "Only the output of the sublayer passes on: x is not added, so only what the sublayer keeps of x remains."};
        default:
            if (inside) {
                return {"Add", "residual = x + " + sublayer,
                        "The normalised output of the sublayer is added to x, which is not normalised itself."};
            }
            return {
                "Add", "residual = x + " + sublayer,
                "The output of the sublayer is added to x, so every layer corrects the residual stream instead of replacing it."};
    }
}

}  // namespace vitrine
