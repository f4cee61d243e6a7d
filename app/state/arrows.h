#pragma once
/// Arrow keys that go from cell to cell.

#include <string_view>

#include "app/base/command.h"

namespace vitrine {

/// Gives the command Move{down, right} that an arrow stands for; another key gives none.
template <class Move>
void move_by_arrow(std::string_view key, Commands& commands) {
    if (key == "up") commands.push_back(Move{-1, 0});
    if (key == "down") commands.push_back(Move{1, 0});
    if (key == "left") commands.push_back(Move{0, -1});
    if (key == "right") commands.push_back(Move{0, 1});
}

}  // namespace vitrine
