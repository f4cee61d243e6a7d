#pragma once
/// What an open drop-down offers: entries in a box above everything else, scrolled where the window is too low for it.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/panel/panel.h"

namespace vitrine {

/// A name over a line of text.
struct DropDownEntry {
    std::string anchor, title, text;
    bool chosen = false;
    bool failing = false;  ///< its text says what is wrong with it
};

struct DropDownList {
    ImVec2 corner;
    float width = 0;
    std::vector<DropDownEntry> entries = {};
    std::string remark = {};  ///< below them; empty: nothing
};

/// Gives the place of the entry that was clicked. A press beside the box closes it.
std::optional<std::size_t> draw_drop_down_list(Ui& ui, const Rect& area, const DropDownList& list, const State& state,
                                               Commands& commands);

}  // namespace vitrine
