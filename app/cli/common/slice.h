#pragma once
/// Parts of tensors on the command line, written as in NumPy: 'PATH', 'PATH[0,2]', 'PATH[0,:,3]'.

#include <string>

#include "app/views/tensors/state.h"

namespace vitrine {

struct SliceText {
    std::string path;
    std::vector<std::optional<Size>> places;  ///< by axis: a place; nothing: the whole axis
    bool given = false;                       ///< the text has brackets
};

/// Throws Error, a single line that quotes the text.
SliceText parse_slice(const std::string& text);

/// Whether the text names one cell of a tensor.
bool names_cell(const SliceText& slice, const Layout& layout);

/// The part of a tensor that a figure shows: the last of the free axes runs across, the one before it down, and a third one gives
/// a picture for each place. Axes after the last index are free. Without brackets, a tensor of more than two axes is shown for
/// the sentence `sentence`. Throws Error if an index is out of range, or if there are more than three free axes, or none.
TensorSlice slice_of(const SliceText& slice, const Layout& layout, Size sentence);

}  // namespace vitrine
