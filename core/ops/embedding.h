#pragma once
/// Token embeddings and positions: sections 3.4 and 3.5 of the paper.

#include "core/ops/dependence.h"
#include "core/tensor/fields.h"

namespace vitrine {

struct EmbeddingParameters {
    Tensor weight{Axis::vocabulary, Axis::feature};  // one row per token; for learned positions one per position

    static constexpr auto fields() { return std::tuple{Field{"weight", &EmbeddingParameters::weight}}; }
};

/// output[b, l] = weight[tokens[b, l]]. tokens: [B, L]; weight: [V, D] and output: [B, L, D], or E instead of D before a
/// projection. Requires: 0 ≤ token < V.
void embedding_forward(const IndexTensor& tokens, const Tensor& weight, Tensor& output);

/// Adds ∂loss/∂weight to d_weight, since other operations may read the same table: d_weight[tokens[b, l]] += d_output[b, l].
void embedding_backward(const IndexTensor& tokens, const Tensor& d_output, Tensor& d_weight);

/// output = factor · x, any shape. Embeddings are multiplied by √D (section 3.4).
void scale_forward(const Tensor& x, Scalar factor, Tensor& output);

/// Sets d_x = factor · d_output.
void scale_backward(const Tensor& d_output, Scalar factor, Tensor& d_x);

/// output[l, 2i] = sin(p / 10000^(2i/D)), output[l, 2i+1] = cos of the same angle, with position p = first + l (section 3.5).
/// output: [L, D], where D may be odd.
void sinusoidal_positions(Tensor& output, Size first = 0);

/// output[l] = weight[first + l]. weight: [max_positions, D]; output: [L, D].
void learned_positions_forward(const Tensor& weight, Tensor& output, Size first = 0);

/// Sets d_weight for first = 0; rows past the length of d_output become 0.
void learned_positions_backward(const Tensor& d_output, Tensor& d_weight);

/// output[b] = x[b] + positions for every sentence of the batch. x, output: [B, L, D]; positions: [L, D].
void add_positions_forward(const Tensor& x, const Tensor& positions, Tensor& output);

/// Sets d_x and d_positions, the sum over the batch. An empty d_positions, as for sinusoidal positions, stays empty.
void add_positions_backward(const Tensor& d_output, Tensor& d_x, Tensor& d_positions);

/// The table row of a token. Operands: tokens, table.
Dependence embedding_dependence();

/// Operands: x.
Dependence scale_dependence(double factor, std::string formula);

/// The sine or cosine of an angle. No operands.
Dependence sinusoidal_positions_dependence(Size width);

/// Operands: table.
Dependence learned_positions_dependence();

/// Operands: x, positions.
Dependence add_positions_dependence();

}  // namespace vitrine
