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

/// Whether measuring a tensor takes so little time that a frame may wait for it. False for an absent tensor.
bool is_measurable(const TensorView& tensor);

// About the weights of the first encoder layer or, in a decoder alone, of its first layer.
Measured mean_evenness(const Run& run);
Measured mean_weight_on_padding(const Run& run);

/// About the same weights: half of Σ |head − other head| over the keys of a query, averaged over all pairs of heads and all
/// words.
Measured unlikeness_of_heads(const Run& run);

// About the self-attention of the first decoder layer or, in an encoder alone, of its first layer: Σ of the weights on keys after
// the query, and Σ of all weights of the query.
Measured mean_weight_ahead(const Run& run);
Measured mean_row_sum(const Run& run);

/// For the weights of the first cross-attention: half of Σ |second − first| over the keys of a query.
Measured mean_moved_weight(const Run& first, const Run& second);

/// The mean length of the embeddings' rows as added to the positions, divided by the mean length of the positions' rows.
Measured words_beside_positions(const Run& run);

// Cosines of rows of the memory or, in a model with one stack, of its output: of equal tokens in a sentence, and of any two
// tokens.
Measured likeness_of_repeated_words(const Run& run);
Measured likeness_of_words(const Run& run);

/// The cosine of neighbouring rows of the positions, for the source or the only sequence.
Measured likeness_of_neighbours(const Run& run);

/// The largest absolute value among the finite cells of the residual at the end of the first layer.
Measured largest_of_residual(const Run& run);

}  // namespace vitrine
