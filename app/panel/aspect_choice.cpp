#include "app/panel/aspect_choice.h"

#include <array>

#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/words/gradients.h"

namespace vitrine {

namespace {

/// The buttons, in the order of Aspect.
std::array<Segment, 4> segments() {
    return {{{"aspect/value", "value"}, {"aspect/gradient", "gradient"}, {"aspect/both", "both"}, {"aspect/product", "v × g"}}};
}

}  // namespace

float aspect_choice_width(const Ui& ui) { return segmented_width(ui, segments()); }

void draw_aspect_title(Ui& ui, Column& column, const char* name, const Run& run, Aspect aspect) {
    const std::string words = title_of_numbers(run, aspect);
    if (!words.empty()) ui.place(name, column.line(26, Font::title, backward_colour(ui.theme), words));
}

void draw_aspect_choice(Ui& ui, ImVec2 end, const State& state, Commands& commands) {
    const Rect area{{end.x - aspect_choice_width(ui), end.y}, {end.x, end.y + 24}};
    if (const auto clicked = segmented(ui, area.min, segments(), static_cast<int>(state.aspect), ui.theme.dim))
        commands.push_back(SetAspect{static_cast<Aspect>(*clicked)});
    if (ui.place("aspect", area).hovered)
        ui.note({"what to show of the tensor",
                 "its values, the gradient of the loss with respect to them, both, or value × gradient (G)"});
}

}  // namespace vitrine
