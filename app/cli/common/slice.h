#pragma once
/// Parts of tensors on the command line: 'PATH', 'PATH[0,2]', 'PATH[0,:,3]', as NumPy writes them.

#include <string>

#include "app/views/tensors/state.h"

namespace vitrine {

struct SliceText {
    std::string path;
    std::vector<std::optional<Size>> places;  ///< by axis: a place, or nothing where all of it is meant
    bool given = false;                       ///< there are brackets
};

/// Throws Error, one line that quotes the text.
SliceText parse_slice(const std::string& text);

/// Whether the text names one cell of a tensor.
bool names_cell(const SliceText& slice, const Layout& layout);

/// What a figure of it shows: the last of the free axes across, the one before it down, and a picture for each place along a third.
/// Axes behind the last index are free; without brackets, and where there are more than two axes, the sentence is `sentence`.
/// Throws Error if an index is out of range, or if more than three axes or none are free.
TensorSlice slice_of(const SliceText& slice, const Layout& layout, Size sentence);

}  // namespace vitrine
