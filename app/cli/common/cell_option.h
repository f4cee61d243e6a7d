#pragma once
/// Cells that are named on the command line: "PATH[i,j,…]".

#include <string>

#include "core/listing/cell_text.h"

namespace vitrine {

/// Throws Error, which quotes `text`, where the tensor of the named cell has other axes, or is smaller.
void check_cell(const std::string& text, const CellName& cell, const Layout& layout);

}  // namespace vitrine
