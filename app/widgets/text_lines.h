#pragma once
/// Where to break a text that is too long for its room. Only used within app/widgets.

#include <functional>
#include <string_view>
#include <vector>

#include "app/widgets/text.h"

namespace vitrine {

/// The cost of ending a line, which begins at `begin`, at the space `space`; below 0: it must not end there.
using CostOfBreak = std::function<int(std::size_t begin, std::size_t space)>;

/// The text in lines that are no wider than `width`, each ending at the space with the lowest cost, or at the last of equal ones.
std::vector<std::string_view> lines_of(const Fonts& fonts, Font font, std::string_view text, float width, const CostOfBreak& cost);

}  // namespace vitrine
