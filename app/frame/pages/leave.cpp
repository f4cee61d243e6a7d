#include "app/frame/pages/parts.h"
#include "app/state/leaving.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"

namespace vitrine {

void draw_leave_page(Ui& ui, Column& column, const State& state, Commands& commands) {
    ui.place("leave/lost", column.paragraph(Font::body, ui.theme.text, state.of<Leaving>().lost, 20));
    const Rect row = column.row(metrics::control, 8);
    if (button(ui, "leave/stay", row.part(0, 2, 8), {.label = "Stay", .tip = "keep the window open (Escape)"}))
        commands.push_back(SetMenu{""});
    if (button(ui, "leave/anyway", row.part(1, 2, 8), {.label = "Quit and lose it", .tip = "closes the window"}))
        commands.push_back(LeaveAnyway{});
}

}  // namespace vitrine
