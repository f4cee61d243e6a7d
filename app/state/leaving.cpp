#include "app/state/leaving.h"

#include "app/state/state.h"

namespace vitrine {

void do_command(State& state, const AskToLeave& command) {
    state.of<Leaving>().lost = command.lost;
    state.quits = false;
    state.menu = leave_page;
    state.focus = "leave/stay";
}

void do_command(State& state, const LeaveAnyway&) {
    state.of<Leaving>().anyway = state.quits = true;
    state.menu.clear();
}

}  // namespace vitrine
