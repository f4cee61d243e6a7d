#pragma once
/// Names of cells in files and on the command line: "encoder.layers.0.self_attn.scores[0, 1, 1, 0]".

#include <string>
#include <string_view>

#include "core/tensor/layout.h"

namespace vitrine {

struct CellName {
    std::string path{};
    Index index{};
    int rank = 0;  ///< the number of indices
};

/// Parses "PATH[i,j,…]", with or without spaces. Throws Error, one line that quotes the text.
CellName parse_cell(std::string_view text);

/// "[0, 1, 1, 0]", with one number per axis.
std::string index_text(const Layout& layout, const Index& index);

/// "PATH[0, 1, 1, 0]".
std::string cell_text(const std::string& path, const Layout& layout, const Index& index);

}  // namespace vitrine
