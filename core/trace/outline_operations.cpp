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
        return {
            added ? "+ positions + segments" : "+ segments",
            added ? "sum[l,j] = x[l,j] + positions[l,j] + segment[l,j]" : "sum[l,j] = x[l,j] + segment[l,j]",
            added
                ? "Adds a row per position and a row per segment, so that the row of a word also says where it stands and to which "
                  "of the texts it belongs."
                : "Adds a row per segment, so that the row of a word also says to which of the texts it belongs."};
    }
    if (!computed.regime.design.positions || c.positions == PositionKind::none)
        return {"No positions", "sum[l,j] = x[l,j]", "Nothing is added: the row of a word does not say where the word stands."};
    if (c.is_rotary())
        return {"Nothing added", "sum[l,j] = x[l,j]", "Every attention turns its queries and keys by their positions instead."};
    if (c.positions == PositionKind::relative)
        return {"Nothing added", "sum[l,j] = x[l,j]",
                "Every self-attention adds to its scores what the distance between two words gives."};
    if (computed.configuration.positions == PositionKind::learned) {
        return {"+ positions", "sum[l,j] = x[l,j] + positions[l,j]",
                "Adds a learned row per position, so that the row of a word also says where the word stands."};
    }
    if (c.positions == PositionKind::sines_first) {
        return {
            "+ positions", "positions[l,j] = sin or cos(l / 10000^(2i/D)), i = j or j − D/2   sum[l,j] = x[l,j] + positions[l,j]",
            "Adds sines and cosines of the position, all sines first, so that the row of a word also says where the word stands."};
    }
    return {"+ positions", "positions[l,j] = sin or cos(l / 10000^(2i/D)), i = ⌊j/2⌋   sum[l,j] = x[l,j] + positions[l,j]",
            "Adds sines and cosines of the position, so that the row of a word also says where the word stands."};
}

OperationWords activation_words(const Configuration& c) {
    switch (c.activation) {
        case ActivationKind::gelu:
            return {"GELU", "activation = x · Φ(x)",
                    "Weighs each number by how likely a normal variable is to lie below it: a smooth ReLU."};
        case ActivationKind::gelu_tanh:
            return {"GELU, by tanh", "activation = x · (1 + tanh(√(2/π) · (x + 0.044715 · x³))) / 2",
                    "A smooth ReLU: close to x times the share of normal variables that lie below x."};
        case ActivationKind::silu:
            return {"SiLU", "activation = x / (1 + exp(−x))", "Multiplies each number by its own sigmoid: a smooth ReLU."};
        default:
            return {"ReLU", "activation = max(0, x)",
                    "Negative numbers become 0. Without a bend between them, two linear maps would be one linear map."};
    }
}

/// The equations of the deviation and of the norm: either may be set by hand, and the other still holds.
OperationWords norm_words(const Configuration& c) {
    if (c.is_rms()) {
        return {"RMSNorm", "rms = √(mean of x² + ε)   norm = gain · x / rms",
                "Divides a token's numbers by the root of their mean square, then applies a learned gain. No mean is taken away."};
    }
    const bool torch = c.layer_norm == LayerNormKind::torch;
    return {"LayerNorm",
            std::string(torch ? "deviation = √(variance + ε)" : "deviation = √variance + ε") +
                "   norm = gain · (x − mean) / deviation" + plus_bias("bias", c.has_norm_bias()),
            std::string("Takes the mean of a token's numbers away and divides by their deviation, then applies a learned ") +
                (c.has_norm_bias() ? "gain and bias." : "gain.")};
}

OperationWords scaling_words(const Computed& computed) {
    return {fmt::format("× √{}", computed.configuration.d_model),
            fmt::format("scaled = {} · √D", computed.configuration.d_embed ? "projected" : "embedding"),
            fmt::format("Multiplies embeddings by the root of the model's width{} (section 3.4).",
                        computed.regime.design.positions ? ", before positions are added" : "")};
}

OperationWords loss_words(const Computed& computed) {
    const Regime& regime = computed.regime;
    const std::int32_t padding = computed.configuration.output_padding();
    const bool has_padding = padding != no_token;
    const std::string counted = (regime.counted_labels > 0 ? fmt::format("1/{} · Σ", regime.counted_labels) : "mean") +
                                (padding == filler ? " over the labels that there are of "
                                 : has_padding     ? " over labels that are not padding of "
                                                   : " over labels of ");
    if (regime.label_smoothing == 0) {
        return {"Loss", "loss = " + counted + "−ln p[label], p = softmax(logits)",
                computed.configuration.has_decoder() ? "How surprised the model is by the true next words: 0 would be certainty."
                                                     : "How surprised the model is by the true words: 0 would be certainty."};
    }
    return {"Loss", "loss = " + counted + "−(1 − ε) · ln p[label] − ε/V · Σ ln p[v], p = softmax(logits)",
            fmt::format("How far the shares are from 1 − ε on the true word and ε spread over all words (ε = {:g}).",
                        regime.label_smoothing)};
}

OperationWords output_words(Operation operation, const Computed& computed) {
    const Configuration& c = computed.configuration;
    switch (operation) {
        case Operation::logits:
            return {"Logits", "logits = x · Wᵀ" + plus_bias("b", c.has_output_bias()),
                    fmt::format("One number for each of the {} {}words, at every position.", c.output_vocabulary(),
                                c.architecture == Architecture::transformer ? "target " : "")};
        case Operation::probabilities:
            return {"Softmax", "p[v] = exp(logits[v]) / Σ exp(logits[w])",
                    c.has_decoder()
                        ? "Turns the logits into shares that sum to 1: how likely the model takes each word to come next."
                        : "Turns the logits into shares that sum to 1: how likely the model takes each word to stand here."};
        case Operation::predictions:
            return {"Predictions", "prediction = argmax logits",
                    "The word with the largest logit at every position, of equal ones the first."};
        default:
            return loss_words(computed);
    }
}

/// The term for the sublayer in the equation of a residual.
std::string sublayer_term(const Computed& computed) {
    const bool inside = computed.regime.design.norm_inside, before = computed.configuration.norm_first() && !inside;
    const std::string norm = norm_words(computed.configuration).title;
    std::string term = before ? "sublayer(" + norm + "(x))" : "sublayer(x)";
    if (computed.regime.dropout > 0) term = "dropout(" + term + ')';
    return inside ? norm + '(' + term + ')' : term;
}

}  // namespace

OperationWords words_of(Operation operation, const Computed& computed) {
    const Configuration& c = computed.configuration;
    const Size hidden = c.hidden_width(computed.stack);
    switch (operation) {
        case Operation::embedding:
            return {"Look up embeddings", "embedding[l,e] = table[token[l],e]",
                    "Each token's number picks its row of a table: a word becomes a vector."};
        case Operation::projection_of_embedding:
            return {fmt::format("Project {} → {}", c.embedding_width(), c.d_model),
                    "projected = embedding · Wᵀ" + plus_bias("b", c.bias),
                    "A linear map brings the embedding to the width of the model."};
        case Operation::scaling:
            return scaling_words(computed);
        case Operation::positions:
            return positions_words(computed);
        case Operation::layer_norm:
            return norm_words(c);
        case Operation::dropout:
            return {"Dropout", "dropped = x · kept / (1 − p)",
                    "As in training: numbers are left out at random, so that the model cannot rely on any one of them. The rest is "
                    "divided by 1 − p, so that on average nothing shrinks."};
        case Operation::linear1:
            return {fmt::format("Linear {} → {}", c.d_model, hidden),
                    "linear1 = x · W₁ᵀ" + plus_bias("b₁", c.has_feed_forward_bias()),
                    fmt::format("Every token by itself: a linear map to the {} hidden numbers of this network.", hidden)};
        case Operation::gate:
            return {
                fmt::format("Gate {} → {}", c.d_model, hidden), "gate = x · W_gᵀ" + plus_bias("b_g", c.has_feed_forward_bias()),
                fmt::format("A second linear map to {} numbers: after the activation they say how much of each hidden number goes "
                            "through.",
                            hidden)};
        case Operation::activation:
            return activation_words(c);
        case Operation::gating:
            return {"Gate · linear1", "gated = activation(gate) ⊙ linear1",
                    "Each hidden number is multiplied by its gate, which opens or closes it."};
        case Operation::linear2:
            return {fmt::format("Linear {} → {}", hidden, c.d_model),
                    "linear2 = " + name_when_read(c.gated ? "gated" : "activation", computed) + " · W₂ᵀ" +
                        plus_bias("b₂", c.has_feed_forward_bias()),
                    fmt::format("Back to the width of the model: a linear map of the {} hidden numbers.", hidden)};
        case Operation::head_linear:
            return {fmt::format("Linear {} → {}", c.d_model, c.d_model), "dense = x · Wᵀ" + plus_bias("b", c.bias),
                    "A linear map of every token's row, before the words are scored."};
        case Operation::output_scaling:
            return {fmt::format("/ √{}", c.d_model), "scaled = x / √D",
                    "Divides by the root of the model's width: the table that scores the words is that of the embeddings."};
        case Operation::memory:
            return {"Memory", "memory = x",
                    "The finished source sentence, a row per token. Every decoder layer makes its cross-attention's keys and "
                    "values of it."};
        case Operation::logits:
        case Operation::probabilities:
        case Operation::predictions:
        case Operation::loss:
            return output_words(operation, computed);
        default:
            throw std::logic_error("this operation belongs to an attention, or is a residual");
    }
}

OperationWords words_of(ResidualParts parts, const Computed& computed) {
    const bool inside = computed.regime.design.norm_inside;
    const std::string sublayer = sublayer_term(computed);
    switch (parts) {
        case ResidualParts::x:
            return {"Sublayer off", "residual = x",
                    "The sublayer is computed, but what it found is not added: x goes on as it is."};
        case ResidualParts::sublayer:
            if (inside)
                return {"No residual", "residual = " + sublayer,
                        "The normalised result of the sublayer alone goes on: x is not added."};
            return {"No residual", "residual = " + sublayer,
                    "The sublayer's result alone goes on: x is not added, and of x only what the sublayer let through is left."};
        default:
            if (inside) {
                return {"Add", "residual = x + " + sublayer,
                        "The sublayer's normalised result is added to x, which is not normalised itself."};
            }
            return {"Add", "residual = x + " + sublayer,
                    "The sublayer's result is added to x, so every layer corrects the stream instead of replacing it."};
    }
}

}  // namespace vitrine
