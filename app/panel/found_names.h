#pragma once
/// The possible continuations of a typed path.

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/column.h"

namespace vitrine {

/// Draws names in a row, at anchors PREFIX/0, PREFIX/1 and so on, and how many more there are. Returns the clicked one.
std::optional<std::string> draw_found_names(Column& column, const std::string& prefix, const std::vector<std::string>& found);

}  // namespace vitrine
