#pragma once
/// What the weights alone say about heads (Elhage et al. 2021): whether a head copies the words that it reads, and how much of what
/// a head writes another one reads. No run is needed.

#include <string_view>
#include <vector>

#include "core/explain/attention_place.h"

namespace vitrine {

/// Of the heads of one attention.
struct CopyingHeads {
    AttentionPlace attention;
    std::vector<double> copying;  ///< [head]
};

/// Σ Re λ / Σ |λ| over the eigenvalues λ of the map from a word that a head reads to the logits that it writes, of every head of
/// the last stack's self-attentions: 1 where it only raises the words that it reads, −1 where it only lowers them. Empty where the
/// model has no logits.
std::vector<CopyingHeads> copying_heads(const Configuration& configuration, const Parameters& parameters);

/// Which matrix of the head above reads.
enum class CompositionKind : std::uint8_t { query, key, value };

/// "Q", "K", "V".
std::string_view name(CompositionKind kind);

/// How much of what the heads of one attention write the heads of a later one read.
struct Composition {
    AttentionPlace below, above;
    CompositionKind kind{};
    std::vector<std::vector<double>> values;  ///< [head below][head above]: ‖OV · W‖ / (‖OV‖ · ‖W‖) in the Frobenius norm
};

/// Of all pairs of self-attentions of one stack, first those of the last stack.
std::vector<Composition> compositions(const Configuration& configuration, const Parameters& parameters);

}  // namespace vitrine
