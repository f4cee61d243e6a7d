#pragma once
/// What each operation is called and what a reader should know of it: the words of the outline.

#include <string>

#include "core/trace/outline.h"

namespace vitrine {

struct OperationWords {
    std::string title;    ///< "Scores Q·Kᵀ / √2"
    std::string formula;  ///< "scores[q,k] = Σ Q[q,i] · K[k,i] / √d"
    std::string text;     ///< what happens and why, in a sentence or two
};

/// Who attends to whom: the three attentions of figure 1 differ in nothing else.
enum class AttentionKind : std::uint8_t { encoder_self, decoder_self, cross };

/// What is computed: the model's choices, and those of them that a run takes back.
struct Computed {
    const Configuration& configuration;
    const Design& design;
};

OperationWords words_of(Operation operation, const Computed& computed);

/// The words of a residual connection of which these parts are there.
OperationWords words_of(ResidualParts parts, const Computed& computed);

/// The words of an attention's operations, which name who asks and who answers.
OperationWords words_of(Operation operation, AttentionKind kind, const Computed& computed);

}  // namespace vitrine
