#pragma once
/// Arrow keys that move from cell to cell.

#include <string_view>

#include "app/base/command.h"

namespace vitrine {

/// Adds the command Move{down, right} for an arrow key; other keys add nothing.
template <class Move>
void move_by_arrow(std::string_view key, Commands& commands) {
    if (key == "up") commands.push_back(Move{-1, 0});
    if (key == "down") commands.push_back(Move{1, 0});
    if (key == "left") commands.push_back(Move{0, -1});
    if (key == "right") commands.push_back(Move{0, 1});
}

}  // namespace vitrine
