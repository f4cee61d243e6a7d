#pragma once
/// The list of an open drop-down, in a box above everything else; scrolls if the window is too low for it.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/panel/panel.h"

namespace vitrine {

/// A title over a line of text.
struct DropDownEntry {
    std::string anchor, title, text;
    Shorten shorten = Shorten::end;  ///< of `text`, where it is too long
    bool chosen = false;
    bool failing = false;  ///< `text` is an error
};

struct DropDownList {
    ImVec2 corner;
    float width = 0;
    std::vector<DropDownEntry> entries = {};
    std::string remark = {};  ///< below the entries; empty: none
};

/// The height of a list of so many entries without a remark.
float drop_down_height(std::size_t entries);

/// Returns the index of the clicked entry. A press outside the box closes it.
std::optional<std::size_t> draw_drop_down_list(Ui& ui, const Rect& area, const DropDownList& list, const State& state,
                                               Commands& commands);

}  // namespace vitrine
