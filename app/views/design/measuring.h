#pragma once
/// The quantities that design choices are about, computed from the recorded tensors of a run. Rows and pairs of padding do not
/// count.

#include <optional>
#include <string_view>

#include "core/tensor/tensor.h"

namespace vitrine {

struct Run;

/// A number of a run, or why there is none.
struct Measured {
    std::optional<double> value = {};
    std::string_view why_none = {};  ///< a sentence; empty if there is a value
};

/// Whether measuring a tensor takes so little time that a frame may wait for it. Requires nothing: an absent one is not measurable.
bool is_measurable(const TensorView& tensor);

// Of the weights of the first encoder layer or, in a decoder alone, of its first layer.
Measured mean_evenness(const Run& run);
Measured mean_weight_on_padding(const Run& run);

/// The same: half of Σ |head − other head| over the keys of a query, the mean of all pairs of heads and words.
Measured unlikeness_of_heads(const Run& run);

// Of the self-attention of the first decoder layer or, in an encoder alone, of its first layer: Σ of the weights on keys behind the
// query, and of all weights of the query.
Measured mean_weight_ahead(const Run& run);
Measured mean_row_sum(const Run& run);

/// Of the weights of the first cross-attention: half of Σ |second − first| over the keys of a query.
Measured mean_moved_weight(const Run& first, const Run& second);

/// The mean length of the rows of embeddings as they are added up, divided by the mean length of the positions' rows.
Measured words_beside_positions(const Run& run);

// Cosines of rows of the memory or, in a model of one stack, of what that puts out: of equal tokens of a sentence, and of any two.
Measured likeness_of_repeated_words(const Run& run);
Measured likeness_of_words(const Run& run);

/// The cosine of neighbouring rows of the positions of the source or of the only sequence.
Measured likeness_of_neighbours(const Run& run);

/// The largest absolute value of the finite cells of encoder.layers.0.residual2, or of the only stack's.
Measured largest_of_residual(const Run& run);

}  // namespace vitrine
