#pragma once
/// A tensor as text: a block of aligned columns per sentence and head.

#include <iosfwd>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace vitrine {

/// The printed labels of rows and columns.
struct TokenLabels {
    std::vector<std::vector<std::string>> source, target;  ///< [sentence][position]
    std::vector<std::string> vocabulary;                   ///< of the target; index = id
};

/// A tensor and the labels of its axes.
struct LabelledTensor {
    TensorView tensor;
    Side side = Side::none;      ///< the sequence of its position or query axis
    Side key_side = Side::none;  ///< the sequence of its key axis
    const TokenLabels& labels;
};

/// "[batch 2, head 3, query 5, feature 2]"
std::string axes_text(const Layout& layout);

/// Writes every cell: per sentence and head an indented block with a heading (counted from 1), words as labels of token axes, and
/// columns as wide as their widest number in any block.
void write_cells(std::ostream& out, const LabelledTensor& tensor, int precision);

}  // namespace vitrine
