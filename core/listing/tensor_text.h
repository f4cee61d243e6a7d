#pragma once
/// One tensor as text: a block of aligned columns per sentence and head.

#include <iosfwd>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace vitrine {

/// The words beside rows and above columns, as they are printed.
struct TokenLabels {
    std::vector<std::vector<std::string>> source, target;  ///< [sentence][position]
    std::vector<std::string> vocabulary;                   ///< of the target, index = id
};

/// A tensor with what is needed to label its axes.
struct LabelledTensor {
    TensorView tensor;
    Side side = Side::none;      ///< whose tokens its position (or query) axis runs over
    Side key_side = Side::none;  ///< whose tokens its key axis runs over
    const TokenLabels& labels;
};

/// "[batch 2, head 3, query 5, feature 2]"
std::string axes_text(const Layout& layout);

/// Writes every cell: an indented block of rows and columns for each sentence and head, with their headings (counted from 1), words
/// beside the axes that run over tokens, and every column as wide as its widest number in any block.
void write_cells(std::ostream& out, const LabelledTensor& tensor, int precision);

}  // namespace vitrine
