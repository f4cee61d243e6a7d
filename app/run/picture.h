#pragma once
/// How a tensor of any rank becomes a flat picture: which axes are rows and columns, the indices along the other axes, and how
/// the numbers are read.

#include <functional>

#include "app/run/aspect.h"
#include "core/trace/stacked_projections.h"

namespace vitrine {

/// Two axes of a tensor, at fixed indices along the others.
struct Plane {
    int row_axis = -1, column_axis = 0;  ///< −1: a single row
    Index fixed{};
};

/// The plane of a sentence and of an index along the head axis, if the tensor has these axes; its last two axes are rows and
/// columns.
Plane plane_of(const Layout& layout, Size sentence, Size head);

/// The plane of a sentence and of the head of this tensor that belongs to a head of the queries.
Plane plane_of(const Run& run, const TensorInfo& info, Size sentence, Size head);

/// W_Q, W_K and W_V, or their biases, in a parameter of the run that stacks them; empty: the parameter stacks none.
std::vector<StackedProjection> projections_in(const Run& run, const TensorInfo& info);

/// Which of the three a cell belongs to, 0 to 2; −1: the parameter stacks none.
int projection_of(const Run& run, const TensorInfo& info, const Index& cell);

/// How a tensor's numbers are read, which decides their colours.
enum class Reading : std::uint8_t {
    signed_values,  ///< zero in the middle
    amounts,        ///< never negative: losses
    shares,         ///< 0 … 1: weights, probabilities, masks
    ids,            ///< numbers that only name something
};
Reading reading_of(const TensorInfo& info, ElementType type);

/// Whether a tensor's numbers are written without a plus, since they are never negative.
bool is_plain(const TensorInfo& info, ElementType type);

/// How far the colours of weights and probabilities reach: if there are very many keys, no weight is large.
enum class ShareColours : std::uint8_t {
    automatic,   ///< up to 1 for at most 24 keys or words, otherwise up to the largest
    to_one,      ///< 1
    to_largest,  ///< the largest of the tensor, rounded up
};

/// Whether the colours of this tensor reach to its largest number and not to 1.
bool reach_to_largest(const Layout& layout, ShareColours colours);

/// Whether a tensor of an attention has as many heads as keys and values have, which several heads of queries may share.
bool is_of_keys(const TensorInfo& info);

/// "of heads 1–4": the heads of queries that read the same keys and values as `head` (Ainslie et al. 2023, "GQA"). Empty if each
/// has its own.
std::string sharing_words(const Run& run, const TensorInfo& info, Size head);

/// The mask that hides cells of this tensor, even of scores that are only masked in the next step. Nothing: no cell is hidden.
std::optional<TensorView> mask_of(const Run& run, const TensorInfo& info);

/// Whether a difference has no numbers for this tensor, because A and B cannot be compared there.
bool lacks_change(const Run& run, const TensorInfo& info);

/// Whether another program has recorded this run without this tensor, so that its cells are NaN.
bool was_not_recorded(const Run& run, const TensorInfo& info);

/// Whether the cells that its mask hides still contain numbers, until the next step: scores, and weights before the mask.
bool is_hidden_later(const TensorInfo& info);

/// The largest absolute value of the finite cells of the tensor in this aspect: the limit of a scale around zero. For masked
/// scores with a finite mask value, that of the scores. Always above 0.
double limit_of(const Run& run, const TensorInfo& info, Aspect aspect = Aspect::value);

/// A word in quotes; briefly_quoted() shortens a very long word to its beginning and end.
std::string quoted(const std::string& word);
std::string briefly_quoted(const std::string& word);

/// A token as sentences name it: “a”, or “a” (position 4) if the same token also occurs at another position of the sentence.
/// Positions count from 0. name_with() adds what follows it in brackets, " (next: “b”)": “a” (position 4, next: “b”).
std::string token_name(const Labels& tokens, Size position);
std::string brief_token_name(const Labels& tokens, Size position);
std::string name_with(const std::string& name, const std::string& in_brackets);

/// Shown with a path or an address that is pointed at.
inline constexpr const char* counting_words =
    "paths and indices such as [0, 1, 2] count layers, heads and sentences from 0; sentences in English count them from 1";

/// The name of an axis on screen: "sentence" for the batch, otherwise its own name.
std::string axis_word(Axis axis);

/// The same for the axis of a tensor: "bucket" and "segment" for the rows of tables that have no rows for words.
std::string axis_word(const TensorInfo& info, Axis axis);

/// "2 sentences × 3 heads × 5 queries × 2 dimensions": axes with their sizes. An address, [0, 1, 2], never looks like that.
/// Positions of sentences are words, those of one attention alone vectors.
std::string axes_words(const Layout& layout);
std::string axes_words(const Run& run, const Layout& layout);

/// "sentence 1, head 2, query “suis”, key “je”": a cell's place in words, counted from 1.
std::string cell_words(const Run& run, const TensorInfo& info, const Index& cell);

/// The same in two short parts: "“suis” asks “je”" and "sentence 1, head 2". The second is empty if the tensor has neither
/// sentences nor heads.
struct CellCaption {
    std::string place, facet;
};
CellCaption cell_caption(const Run& run, const TensorInfo& info, const Index& cell);

/// The same, with `behind(axis)` after the words for each axis.
CellCaption cell_caption(const Run& run, const TensorInfo& info, const Index& cell, const std::function<std::string(int)>& behind);

/// The caption of a block of cells: "“suis” asks every key" and "sentence 1, every head".
CellCaption cells_caption(const Run& run, const TensorInfo& info, const CellBox& cells);
/// The index of a cell along one axis in words: "head 2", "position “suis”".
std::string place_words(const Run& run, const TensorInfo& info, const Index& cell, int axis);

/// A block of cells in words: "sentence 1, head 2, every query, key “je”".
std::string cells_words(const Run& run, const TensorInfo& info, const CellBox& cells);

/// "[0, 2, 0…31]": a block of cells as indices.
std::string cells_text(const Layout& layout, const CellBox& cells);

/// The words for a tensor's ids, index = id; empty if not known. In a difference, an entry is "like → am", or just the word if
/// nothing changed.
const std::vector<std::string>& token_words(const Run& run, const TensorInfo& info);

/// The label of each index along an axis of a plane: a word, "head 1", or nothing if the index itself is to be written. Words
/// belong to one sentence: a plane with several sentences has numbers.
Labels plane_labels(const Run& run, const TensorInfo& info, const Plane& plane, int axis);

}  // namespace vitrine
