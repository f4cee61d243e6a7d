#include "core/trace/outline_operations.h"

#include <stdexcept>

#include <fmt/format.h>

namespace vitrine {

namespace {

struct Names {
    const char *askers, *answerers;
};

Names names_of(AttentionKind kind) {
    switch (kind) {
        case AttentionKind::encoder_self:
            return {"source token", "source token"};
        case AttentionKind::decoder_self:
            return {"target token", "target token"};
        default:
            return {"target token", "source token"};
    }
}

/// " + b" if the configuration has biases.
std::string plus(const char* bias, const Configuration& c) { return c.bias ? std::string(" + ") + bias : ""; }

/// What the mask hides, and why.
const char* hidden_words(AttentionKind kind, const Design& design) {
    const bool ahead = kind == AttentionKind::decoder_self && design.causal_mask;
    if (design.padding_mask && design.padding_on_queries) {
        return ahead ? "Hides everything from a query that is padding, the wrong axis, and every token to the right."
                     : "Hides everything from a query that is padding: the wrong axis, since padding itself stays visible.";
    }
    if (ahead && design.padding_mask)
        return "Hides padding, and every token to the right: while a word is predicted, the words after it are not known.";
    if (ahead) return "Hides every token to the right: while a word is predicted, the words after it are not known.";
    return "Hides padding: the filler that makes all sentences equally long is not a word.";
}

OperationWords mask_words(AttentionKind kind, const Computed& computed) {
    const auto& [c, design] = computed;
    const std::string value = c.mask_value ? fmt::format("{:g}", *c.mask_value) : "−∞";
    OperationWords words{"Mask", fmt::format("masked[q,k] = scores[q,k] where mask = 1, else {}", value), {}};
    if (design.mask_after_softmax) words.formula = "weights[q,k] = unmasked[q,k] · mask[q,k]";
    if (!design.padding_mask && !(design.causal_mask && kind == AttentionKind::decoder_self)) {
        words.text = "No mask is used here: by itself, this step hides nothing.";
        return words;
    }
    words.text = hidden_words(kind, design);
    if (design.mask_after_softmax) {
        words.text += " Hidden weights become 0 after the softmax, and nothing makes up for the share they had.";
    } else if (c.mask_value) {
        words.text += fmt::format(" Hidden scores become {}, so that softmax leaves next to nothing of them.", value);
    } else {
        words.text += " Hidden scores become −∞: softmax makes 0 of each, unless all of the row is hidden.";
    }
    return words;
}

OperationWords positions_words(const Computed& computed) {
    if (!computed.design.positions)
        return {"No positions", "sum[l] = x[l]", "Nothing is added: attention alone does not know in which order the words stand."};
    if (computed.configuration.positions == PositionKind::learned) {
        return {"+ positions", "sum[l] = x[l] + positions[l]",
                "Adds a learned row per position: attention alone would not know in which order the words stand."};
    }
    return {"+ positions", "sum[l,j] = x[l,j] + sin or cos(l / 10000^(2i/D)), i = ⌊j/2⌋",
            "Adds sines and cosines of the position: attention alone would not know in which order the words stand."};
}

const char* activation_name(ActivationKind kind) {
    switch (kind) {
        case ActivationKind::gelu:
            return "GELU";
        case ActivationKind::silu:
            return "SiLU";
        default:
            return "ReLU";
    }
}

OperationWords activation_words(const Configuration& c) {
    switch (c.activation) {
        case ActivationKind::gelu:
            return {"GELU", "activation = x · Φ(x)",
                    "Weighs each number by how likely a normal variable is to lie below it: a smooth ReLU."};
        case ActivationKind::silu:
            return {"SiLU", "activation = x / (1 + exp(−x))", "Multiplies each number by its own sigmoid: a smooth ReLU."};
        default:
            return {"ReLU", "activation = max(0, x)",
                    "Negative numbers become 0. Without a bend between them, two linear maps would be one linear map."};
    }
}

OperationWords norm_words(const Configuration& c) {
    const bool torch = c.layer_norm == LayerNormKind::torch;
    return {"LayerNorm",
            "norm = gain · (x − mean) / " + std::string(torch ? "√(variance + ε)" : "(deviation + ε)") + plus("bias", c),
            std::string("Gives the numbers of each token mean 0 and spread 1, then a learned ") +
                (c.bias ? "gain and bias" : "gain") + ": every layer meets inputs of the same size."};
}

}  // namespace

OperationWords words_of(Operation operation, const Computed& computed) {
    const Configuration& c = computed.configuration;
    switch (operation) {
        case Operation::embedding:
            return {"Look up embeddings", "embedding[l] = table[token[l]]",
                    "Each token's number picks its row of a learned table: a word becomes a vector."};
        case Operation::projection_of_embedding:
            return {fmt::format("Project {} → {}", c.embedding_width(), c.d_model), "projected = embedding · Wᵀ" + plus("b", c),
                    "A linear map brings the narrower embedding to the width of the model."};
        case Operation::scaling:
            return {fmt::format("× √{}", c.d_model), "scaled = embedding · √D",
                    computed.design.positions ? "Makes embeddings large beside the positions that are added next (section 3.4)."
                                              : "Makes embeddings as large as the paper does (section 3.4)."};
        case Operation::positions:
            return positions_words(computed);
        case Operation::layer_norm:
            return norm_words(c);
        case Operation::dropout:
            return {"Dropout", "dropped = x · kept / (1 − p)",
                    "In training alone: numbers are left out at random, so that the model cannot rely on any one of them. The rest "
                    "grows by 1 / (1 − p), which keeps the mean."};
        case Operation::linear1:
            return {fmt::format("Linear {} → {}", c.d_model, c.dim_feedforward), "linear1 = x · W₁ᵀ" + plus("b₁", c),
                    "Every token by itself: a map to a wider layer, whose units each look for one pattern."};
        case Operation::activation:
            return activation_words(c);
        case Operation::linear2:
            return {fmt::format("Linear {} → {}", c.dim_feedforward, c.d_model), "linear2 = activation · W₂ᵀ" + plus("b₂", c),
                    fmt::format("Back to the width of the model: what the {} units found is written into the stream.",
                                activation_name(c.activation))};
        case Operation::memory:
            return {"Memory", "memory = what leaves the encoder",
                    "The finished source sentence, a row per token. Every decoder layer makes its cross-attention's keys and "
                    "values of it."};
        case Operation::logits:
            return {"Logits", "logits = x · Wᵀ" + plus("b", c),
                    fmt::format("One number for each of the {} target words, at every position.", c.tgt_vocab_size)};
        case Operation::probabilities:
            return {"Softmax", "p[v] = exp(logit[v]) / Σ exp(logit[w])",
                    "Turns the logits into shares that sum to 1: how likely each word comes next."};
        case Operation::predictions:
            return {"Predictions", "prediction = argmax p", "The likeliest word at every position."};
        case Operation::loss:
            return {"Loss", "loss = mean of −ln p[label], padding left out",
                    "How surprised the model is by the true next words: 0 would be certainty."};
        default:
            throw std::logic_error("this operation belongs to an attention, or is a residual");
    }
}

OperationWords words_of(ResidualParts parts, const Computed& computed) {
    const bool inside = computed.design.norm_inside;
    switch (parts) {
        case ResidualParts::x:
            return {"Sublayer off", "residual = x",
                    "The sublayer is computed, but what it found is not added: what went into it goes on as it is."};
        case ResidualParts::sublayer:
            if (inside)
                return {"No residual", "residual = LayerNorm(sublayer(x))", "The normalised result of the sublayer alone goes on."};
            return {"No residual", "residual = sublayer(x)",
                    "The sublayer's result alone goes on. What went into it is not added: of that, only what the sublayer let "
                    "through is left."};
        default:
            if (inside) {
                return {"Add", "residual = x + LayerNorm(sublayer(x))",
                        "The sublayer's normalised result is added to what went into it, which itself is never normalised."};
            }
            return {"Add", "residual = x + sublayer(x)",
                    "The sublayer's result is added to what went into it, so every layer corrects the stream instead of replacing "
                    "it."};
    }
}

OperationWords words_of(Operation operation, AttentionKind kind, const Computed& computed) {
    const auto& [c, design] = computed;
    const auto [askers, answerers] = names_of(kind);
    switch (operation) {
        case Operation::projections:
            return {"Q, K, V", "Q = x·W_Qᵀ" + plus("b_Q", c) + "   K = y·W_Kᵀ" + plus("b_K", c) + "   V = y·W_Vᵀ" + plus("b_V", c),
                    fmt::format("Each {} makes a query, what it looks for; each {} makes a key, what it offers, and a value, what "
                                "it hands over.",
                                askers, answerers)};
        case Operation::scores:
            if (!design.scale_scores) {
                return {"Scores Q·Kᵀ", "scores[q,k] = Σ Q[q,i] · K[k,i]",
                        fmt::format("How well what each {} looks for matches what each {} offers. Nothing divides the sums, which "
                                    "grow with d.",
                                    askers, answerers)};
            }
            return {fmt::format("Scores Q·Kᵀ / √{}", c.head_width()), "scores[q,k] = Σ Q[q,i] · K[k,i] / √d",
                    fmt::format("How well what each {} looks for matches what each {} offers. The division by √d keeps the sums "
                                "from growing with d.",
                                askers, answerers)};
        case Operation::mask:
            return mask_words(kind, computed);
        case Operation::softmax:
            if (design.mask_after_softmax) {
                return {
                    "Softmax", "unmasked[q,k] = exp(scores[q,k]) / Σ exp(scores[q,j])",
                    fmt::format("Each row becomes shares that sum to 1, hidden {}s included: the mask comes later.", answerers)};
            }
            return {"Softmax", "weights[q,k] = exp(masked[q,k]) / Σ exp(masked[q,j])",
                    fmt::format("Each row becomes shares that sum to 1: how much a {} listens to each {}.", askers, answerers)};
        case Operation::context:
            return {"Weights · V", "context[q,i] = Σ weights[q,k] · V[k,i]",
                    fmt::format("Every {} takes the values of the {}s, mixed by its weights.", askers, answerers)};
        case Operation::merge:
            return {"Merge heads, · W_O", "output = concat(context of all heads) · W_Oᵀ" + plus("b_O", c),
                    "The heads' results are laid side by side, and one linear map mixes what they found."};
        default:
            return words_of(operation, computed);
    }
}

}  // namespace vitrine
