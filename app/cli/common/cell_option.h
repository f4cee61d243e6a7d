#pragma once
/// Checks cells named on the command line: "PATH[i,j,…]".

#include <string>

#include "core/listing/cell_text.h"

namespace vitrine {

/// Throws Error, which quotes `text`, if the tensor of the named cell has other axes, or is too small for it.
void check_cell(const std::string& text, const CellName& cell, const Layout& layout);

}  // namespace vitrine
