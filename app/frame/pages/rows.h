#pragma once
/// Rows of choices on a page, one below the other, in a column to the right of their captions.

#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/panel/panel.h"
#include "app/widgets/controls.h"

namespace vitrine {

/// A choice: its name in anchors and its name on screen.
template <class Value>
struct PageChoice {
    Value value;
    std::string name, label;
};

struct PageRows {
    Ui& ui;
    Column column;
    const char* page;  ///< the beginning of the anchors

    static constexpr float gap = 14, caption_width = 96;

    /// "SIZE   1×  2×  3×  4×"; anchors are PAGE/ROW/NAME.
    template <class Value>
    void choose(const char* row, const char* caption, std::span<const PageChoice<Value>> choices, Value& chosen) {
        const Rect line = column.row(26, gap);
        section_title(ui, {{line.min.x - caption_width, line.min.y}, {line.min.x, line.max.y}}, caption);
        std::vector<std::string> names;
        for (const PageChoice<Value>& choice : choices) names.push_back(fmt::format("{}/{}/{}", page, row, choice.name));
        std::vector<Segment> segments;
        int selected = 0;
        for (const PageChoice<Value>& choice : choices) {
            if (choice.value == chosen) selected = static_cast<int>(segments.size());
            segments.push_back({names[segments.size()], choice.label, {}});
        }
        if (const auto clicked = segmented(ui, line.min, segments, selected, ui.theme.dim))
            chosen = choices[static_cast<std::size_t>(*clicked)].value;
    }

    void say(const std::string& text) { column.paragraph(Font::note, ui.theme.dim, text, gap); }
};

}  // namespace vitrine
