#include "app/edit/commands.h"

#include <algorithm>
#include <utility>

#include "app/edit/editing.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/design/commands.h"
#include "app/views/design/state.h"
#include "app/views/design/words.h"

namespace vitrine {

void do_command(State& state, const SetDesignChoice& command) {
    const DesignChoice* choice = find_design_choice(command.name);
    if (!choice || !can_edit(state) || !refusal(state, *choice, command.made).empty()) return;
    do_command(state, ShowDesignChoice{command.name});
    Edits edits = state.edits;
    edits.design = with_choice(state, *choice, command.made);
    do_command(state,
               SetEdits{std::move(edits), (command.made ? "switch off: " : "switch on: ") + choice_label(*state.run, *choice)});
}

void do_command(State& state, const SetVariant& command) {
    if (!can_edit(state)) return;
    // The page stays where it is: in a narrow window the clicked choice stands at its end.
    if (is_known_choice(command.shown)) state.of<DesignView>().shown = command.shown;
    Edits edits = state.edits;
    edits.variant = command.variant;
    do_command(state, SetEdits{std::move(edits), command.variant.is_own() ? "the model's own weights" : "another model"});
}

void do_command(State& state, const ShowDesignChoice& command) {
    if (!is_known_choice(command.name) || state.of<DesignView>().shown == command.name) return;
    state.of<DesignView>().shown = command.name;
    do_command(state, SetScroll{"design", 0});  // another choice is read from the top
}

}  // namespace vitrine
