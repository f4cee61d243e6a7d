#pragma once
/// Token embeddings and positions: sections 3.4 and 3.5 of the paper.

#include "core/ops/dependence.h"
#include "core/tensor/fields.h"

namespace vitrine {

struct EmbeddingParameters {
    Tensor weight{Axis::vocabulary, Axis::feature};  // one row per token; for learned positions one per position

    static constexpr auto fields() { return std::tuple{Field{"weight", &EmbeddingParameters::weight}}; }
};

/// output[b, l] = weight[tokens[b, l]]; 0 where the token is negative, which means that there is no token. tokens: [B, L];
/// weight: [V, D] and output: [B, L, D], or E instead of D before a projection. Requires: token < V.
void embedding_forward(const IndexTensor& tokens, const Tensor& weight, Tensor& output);

/// Adds ∂loss/∂weight to d_weight, since other operations may read the same table: d_weight[tokens[b, l]] += d_output[b, l].
/// `untrained`: a token whose row gets no gradient; negative: there is none.
void embedding_backward(const IndexTensor& tokens, const Tensor& d_output, std::int32_t untrained, Tensor& d_weight);

/// output = factor · x, any shape. Embeddings are multiplied by √D (section 3.4).
void scale_forward(const Tensor& x, Scalar factor, Tensor& output);

/// Sets d_x = factor · d_output.
void scale_backward(const Tensor& d_output, Scalar factor, Tensor& d_x);

/// How sines and cosines lie in a row of positions.
enum class Waves : std::uint8_t {
    interleaved,  ///< sine, cosine, sine, cosine … as in the paper
    sines_first,  ///< all sines, then all cosines
};

/// Feature j is the sine or cosine of p / 10000^(2i/D) with position p = first + l (section 3.5): interleaved, i is ⌊j/2⌋ and odd j
/// are cosines; with sines first, i is j or, in the second half, j − ⌈D/2⌉. output: [L, D], where D may be odd.
void sinusoidal_positions(Tensor& output, Size first = 0, Waves waves = Waves::interleaved);

/// output[l] = weight[first + l]. weight: [max_positions, D]; output: [L, D].
void learned_positions_forward(const Tensor& weight, Tensor& output, Size first = 0);

/// Sets d_weight; rows that were not read become 0.
void learned_positions_backward(const Tensor& d_output, Tensor& d_weight, Size first = 0);

/// output[b] = x[b] + positions for every sentence of the batch. x, output: [B, L, D]; positions: [L, D].
void add_positions_forward(const Tensor& x, const Tensor& positions, Tensor& output);

/// output = x + positions + segment, the embedding of each token's segment (Devlin et al. 2019, figure 2). segment: [B, L, D]; an
/// empty one, or empty positions, are left out.
void add_embeddings_forward(const Tensor& x, const Tensor& positions, const Tensor& segment, Tensor& output);

/// Sets d_x and d_positions, the sum over the batch. An empty d_positions, as for sinusoidal positions, stays empty.
void add_positions_backward(const Tensor& d_output, Tensor& d_x, Tensor& d_positions);

/// The table row of a token. Operands: tokens, table. `output`: its name in the formula.
Dependence embedding_dependence(std::int32_t untrained = -1, const std::string& output = "embedding",
                                const std::string& id = "token");

/// Operands: x.
Dependence scale_dependence(double factor, std::string formula);

/// The sine or cosine of an angle. No operands.
Dependence sinusoidal_positions_dependence(Size width, Waves waves = Waves::interleaved);

/// Operands: table. `first`: the row of the first position.
Dependence learned_positions_dependence(Size first = 0);

/// Operands: x, positions.
Dependence add_positions_dependence();

/// Operands: x, positions unless there are none, segment.
Dependence add_embeddings_dependence(bool has_positions);

}  // namespace vitrine
