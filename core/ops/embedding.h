#pragma once
/// Token embeddings and positions: sections 3.4 and 3.5 of the paper.

#include "core/ops/dependence.h"
#include "core/tensor/fields.h"

namespace vitrine {

struct EmbeddingParameters {
    Tensor weight{Axis::vocabulary, Axis::feature};  // a row per token, or per position for learned positions

    static constexpr auto fields() { return std::tuple{Field{"weight", &EmbeddingParameters::weight}}; }
};

/// output[b, l] = weight[tokens[b, l]]. tokens: [B, L], all inside the table; output: [B, L, D], or [B, L, E] before a projection.
void embedding_forward(const IndexTensor& tokens, const Tensor& weight, Tensor& output);

/// Adds to the rows of d_weight whose tokens occur; a table may have other readers.
void embedding_backward(const IndexTensor& tokens, const Tensor& d_output, Tensor& d_weight);

/// output = factor · x, any shape: embeddings are multiplied by √D (section 3.4).
void scale_forward(const Tensor& x, Scalar factor, Tensor& output);

/// Sets d_x.
void scale_backward(const Tensor& d_output, Scalar factor, Tensor& d_x);

/// output[l, 2i] = sin(p / 10000^(2i/D)), output[l, 2i+1] = cos of the same angle (section 3.5), p = first + l. output: [L, D], D
/// may be odd.
void sinusoidal_positions(Tensor& output, Size first = 0);

/// L rows of a learned table. weight: [max_positions, D]; output: [L, D].
void learned_positions_forward(const Tensor& weight, Tensor& output, Size first = 0);

/// Sets d_weight, the first row read being 0: 0 for positions that no sentence is long enough to have.
void learned_positions_backward(const Tensor& d_output, Tensor& d_weight);

/// output[b] = x[b] + positions for every sentence of the batch. x, output: [B, L, D]; positions: [L, D].
void add_positions_forward(const Tensor& x, const Tensor& positions, Tensor& output);

/// Sets d_x and d_positions; an empty d_positions (sines and cosines, which do not learn) stays empty.
void add_positions_backward(const Tensor& d_output, Tensor& d_x, Tensor& d_positions);

/// The row of the table that a token names. Operands: tokens, table.
Dependence embedding_dependence();

/// Operands: x.
Dependence scale_dependence(double factor, std::string formula);

/// Sine or cosine of an angle, which no tensor decides. No operands.
Dependence sinusoidal_positions_dependence(Size width);

/// Operands: table.
Dependence learned_positions_dependence();

/// Operands: x, positions.
Dependence add_positions_dependence();

}  // namespace vitrine
