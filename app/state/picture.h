#pragma once
/// How a tensor of any rank becomes a flat picture: which axes are rows and columns, what is fixed, and what the numbers are.

#include "app/state/run.h"

namespace vitrine {

/// What is shown of tensors.
enum class Aspect : std::uint8_t { value, gradient, both };

/// A tensor, or its gradient; `both` is the tensor, as wherever there is room for one only. Not present() where this run has none.
TensorView find_tensor(const Run& run, const std::string& path, Aspect aspect);

/// Two axes of a tensor, at one place along the others.
struct Plane {
    int row_axis = -1, column_axis = 0;  ///< −1: a single row
    Index fixed{};
};

/// The plane of one sentence and one head, as far as the tensor has such axes: the last two axes are rows and columns.
Plane plane_of(const Layout& layout, Size sentence, Size head);

/// How a tensor's numbers are to be read, and so coloured.
enum class Reading : std::uint8_t {
    signed_values,  ///< zero in the middle
    shares,         ///< 0 … 1: weights, probabilities, masks
    ids,            ///< numbers that only name something
};
Reading reading_of(const TensorInfo& info, ElementType type);

/// The mask that hides cells of this tensor, or nothing: masked scores and weights have one.
std::optional<TensorView> mask_of(const Run& run, const TensorInfo& info);

/// The largest absolute value of the tensor's finite cells, or of its gradient's, for a zero-centred scale; at least a tiny bit
/// above 0.
double limit_of(const Run& run, const TensorInfo& info, Aspect aspect = Aspect::value);

/// "head 2, “suis” asks “je”": a cell's place in words, counted as on screen.
std::string cell_words(const Run& run, const TensorInfo& info, const Index& cell);

/// The part of it along one axis: "head 2", "position “suis”".
std::string place_words(const Run& run, const TensorInfo& info, const Index& cell, int axis);

/// A block of cells in the same words: "sentence 1, head 2, every query, key “je”".
std::string cells_words(const Run& run, const TensorInfo& info, const CellBox& cells);

/// The words that the ids of a tensor stand for, index = id; empty where they are not known.
const std::vector<std::string>& token_words(const Run& run, const TensorInfo& info);

}  // namespace vitrine
