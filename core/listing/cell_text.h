#pragma once
/// Cells as they are written in files and on the command line: "encoder.layers.0.self_attn.scores[0, 1, 1, 0]".

#include <string>
#include <string_view>

#include "core/tensor/layout.h"

namespace vitrine {

struct CellName {
    std::string path{};
    Index index{};
    int rank = 0;  ///< how many numbers stood there
};

/// Reads "PATH[i,j,…]", with or without spaces. Throws Error, one line that names the text.
CellName parse_cell(std::string_view text);

/// "[0, 1, 1, 0]", as many numbers as the layout has axes.
std::string index_text(const Layout& layout, const Index& index);

/// "PATH[0, 1, 1, 0]".
std::string cell_text(const std::string& path, const Layout& layout, const Index& index);

}  // namespace vitrine
