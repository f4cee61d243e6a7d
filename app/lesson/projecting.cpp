#include "app/lesson/projecting.h"

#include "app/lesson/state.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"

namespace vitrine {

void do_command(State& state, const Project& command) {
    Projecting& projecting = state.of<Projecting>();
    if (command.on == projecting.on) return;
    constexpr double large = 1.5;
    if (command.on) projecting.scale_before = state.scale;
    projecting.on = command.on;
    projecting.sides = false;
    do_command(state, SetScale{command.on ? projecting.scale_before * large : projecting.scale_before});
}

void do_command(State& state, const ShowSides& command) {
    state.of<Projecting>().sides = command.shown;
    const std::optional<LessonPage>& page = state.of<LessonState>().page;
    if (!page || !command.shown) return;
    for (const PointedPlace& place : page->rings) state.reveal.insert(place.anchor);
}

}  // namespace vitrine
