#pragma once
/// Where a text that is too long for its room is broken. Only for the ways of breaking one, in app/widgets.

#include <functional>
#include <string_view>
#include <vector>

#include "app/widgets/text.h"

namespace vitrine {

/// What it costs that a line, which begins at one byte, ends at the space at another; below 0: it may not end there.
using CostOfBreak = std::function<int(std::size_t begin, std::size_t space)>;

/// The text in lines no wider than `width`, each ending at the cheapest of its spaces, of equal ones at the last.
std::vector<std::string_view> lines_of(const Fonts& fonts, Font font, std::string_view text, float width, const CostOfBreak& cost);

}  // namespace vitrine
