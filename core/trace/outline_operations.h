#pragma once
/// The texts of the outline: title, formula and explanation of each operation.

#include <array>
#include <string>

#include "core/model/description.h"
#include "core/trace/outline.h"

namespace vitrine {

struct OperationWords {
    std::string title;    ///< "Scores Q·Kᵀ / √2"
    std::string formula;  ///< "scores[q,k] = Σ Q[q,i] · K[k,i] / √d"; formulas of several tensors are separated by three spaces
    std::string text;     ///< what happens and why, in one or two sentences
};

/// The three attentions of figure 1, which differ in the sequences that give queries and keys, and so in their masks; and one
/// attention without a Transformer around it, whose queries, keys and values are computed from given vectors.
enum class AttentionKind : std::uint8_t { encoder_self, decoder_self, cross, alone };

/// The run that the texts describe.
struct Computed {
    const Configuration& configuration;
    const Regime& regime;
    StackKind stack = StackKind::encoder;           ///< the stack that the operation belongs to
    const SublayerDescription* sublayer = nullptr;  ///< the sublayer that it belongs to; null: it is outside of the layers
    const LayerDescription* layer = nullptr;        ///< the sublayer's layer
};

/// " + b" if there is a bias.
std::string plus_bias(const char* bias, bool exists);

/// The name of a tensor as the next operation reads it: "dropped" if dropout comes in between.
std::string name_when_read(const char* name, const Computed& computed);

/// The texts of a soft cap. `consequence`: a sentence.
OperationWords cap_words(const std::string& output, const std::string& input, double cap, const std::string& consequence);

OperationWords words_of(Operation operation, const Computed& computed);

/// The texts of the sublayer's residual connection with these parts.
OperationWords words_of(ResidualParts parts, const Computed& computed);

/// What the products of queries and keys are divided by: "÷ √64 ÷ 3"; empty: by nothing.
std::string division_words(const AttentionDescription& attention);

/// The texts of an attention's operations, which name the sequences of queries and keys. Requires: the sublayer is an attention.
OperationWords words_of(Operation operation, AttentionKind kind, const Computed& computed);

}  // namespace vitrine
