#include "app/panel/aspect_choice.h"

#include <algorithm>
#include <array>

#include "app/panel/drop_down.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/words/gradients.h"

namespace vitrine {

namespace {

constexpr const char* aspect_menu = "aspect";

/// An entry of the list; `label`: on the button while it is chosen.
struct AspectEntry {
    const char *anchor, *label, *title, *text;
};

/// In the order of Aspect.
constexpr std::array<AspectEntry, 4> aspect_entries{{
    {"aspect/value", "value", "value", "the numbers themselves"},
    {"aspect/gradient", "gradient", "gradient", "how the loss changes as a number rises"},
    {"aspect/both", "both", "both", "values, and their gradients below"},
    {"aspect/product", "v × g", "value × gradient", "how much of the loss hangs on a number, roughly"},
}};

}  // namespace

float aspect_choice_width(const Ui& ui) {
    float width = 0;
    for (const AspectEntry& entry : aspect_entries) width = std::max(width, list_button_width(ui, entry.label));
    return width;
}

void draw_aspect_title(Ui& ui, Column& column, const char* name, const Run& run, Aspect aspect) {
    const std::string words = title_of_numbers(run, aspect);
    if (!words.empty()) ui.place(name, column.line(26, Font::title, backward_colour(ui.theme), words));
}

void draw_aspect_choice(Ui& ui, ImVec2 end, const State& state, Commands& commands) {
    const Rect area{{end.x - aspect_choice_width(ui), end.y}, {end.x, end.y + 24}};
    const AspectEntry& shown = aspect_entries[static_cast<std::size_t>(state.aspect)];
    const std::vector<std::string> note{"what to show of the tensor",
                                        "its values, the gradient of the loss with respect to them, both, or value × gradient (G)"};
    if (list_button(ui, aspect_menu, area, shown.label, note)) commands.push_back(SetMenu{aspect_menu});
}

void draw_aspect_list(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != aspect_menu) return;
    const Anchor* from = ui.so_far().find(aspect_menu);
    if (!from) return commands.push_back(SetMenu{""});  // the window has no longer room for the choice
    constexpr float margin = 12, gap = 4, width = 352;
    const float height = drop_down_height(aspect_entries.size());
    const float left = std::max(area.min.x + margin, std::min(from->area.max.x, area.max.x - margin) - width);
    const float top = std::max(area.min.y + margin, std::min(from->area.max.y + gap, area.max.y - margin - height));
    DropDownList list{.corner = {left, top}, .width = width};
    for (std::size_t i = 0; i < aspect_entries.size(); ++i) {
        const AspectEntry& entry = aspect_entries[i];
        list.entries.push_back({.anchor = entry.anchor,
                                .title = entry.title,
                                .text = entry.text,
                                .chosen = i == static_cast<std::size_t>(state.aspect)});
    }
    const auto clicked = draw_drop_down_list(ui, area, list, state, commands);
    if (!clicked) return;
    commands.push_back(SetMenu{""});
    commands.push_back(SetAspect{static_cast<Aspect>(*clicked)});
}

}  // namespace vitrine
