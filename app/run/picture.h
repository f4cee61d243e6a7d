#pragma once
/// How a tensor of any rank becomes a flat picture: which axes are rows and columns, what is fixed, and what the numbers are.

#include "app/run/run.h"

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

/// The mask that hides cells of this tensor, or nothing: masked scores and weights have one, and scores, which the next step hides.
std::optional<TensorView> mask_of(const Run& run, const TensorInfo& info);

/// Whether a tensor of a difference has no numbers, because A and B cannot be compared there.
bool lacks_change(const Run& run, const TensorInfo& info);

/// Whether what its mask hides is there nonetheless, until the next step: only in scores before the mask.
bool is_hidden_later(const TensorInfo& info);

/// The largest absolute value of the tensor's finite cells, or of its gradient's, for a zero-centred scale; at least a tiny bit
/// above 0.
double limit_of(const Run& run, const TensorInfo& info, Aspect aspect = Aspect::value);

/// A word in quotes; briefly: of a very long one the beginning and the end.
std::string quoted(const std::string& word);
std::string briefly_quoted(const std::string& word);

/// An axis in words: "sentence" for the batch, whose places are sentences, else its name.
std::string axis_word(Axis axis);

/// "[sentence 2, head 3, query 5, feature 2]": the axes in these words, with their sizes.
std::string axes_words(const Layout& layout);

/// "sentence 1, head 2, query “suis”, key “je”": a cell's place in words, counted as on screen.
std::string cell_words(const Run& run, const TensorInfo& info, const Index& cell);

/// The same in two short parts, for where there is little room: "“suis” asks “je”" and "sentence 1, head 2". The second is empty
/// where a tensor has neither sentences nor heads.
struct CellCaption {
    std::string place, facet;
};
CellCaption cell_caption(const Run& run, const TensorInfo& info, const Index& cell);

/// Of a block of cells: "“suis” asks every key" and "sentence 1, every head".
CellCaption cells_caption(const Run& run, const TensorInfo& info, const CellBox& cells);
/// The part of it along one axis: "head 2", "position “suis”".
std::string place_words(const Run& run, const TensorInfo& info, const Index& cell, int axis);

/// A block of cells in the same words: "sentence 1, head 2, every query, key “je”".
std::string cells_words(const Run& run, const TensorInfo& info, const CellBox& cells);

/// "[0, 2, 0…31]": the same as indices.
std::string cells_text(const Layout& layout, const CellBox& cells);

/// The words that the ids of a tensor stand for, index = id; empty where they are not known. The ids of a difference stand for what
/// became of a word, "like → am", or where nothing did for the word.
const std::vector<std::string>& token_words(const Run& run, const TensorInfo& info);

/// What stands beside each place along an axis of a plane: a word, "head 1", or nothing where its number is to be written. Words
/// belong to one sentence: where several are in the plane, places are numbered.
Labels plane_labels(const Run& run, const TensorInfo& info, const Plane& plane, int axis);

}  // namespace vitrine
