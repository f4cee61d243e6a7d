/// How commands edit the open model.

#include "app/edit/commands.h"

#include <utility>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/run/edited.h"
#include "app/state/place.h"
#include "app/state/replaced.h"
#include "app/words/alterations.h"

namespace vitrine {

void replace_run(State& state, std::shared_ptr<const Run> run) {
    state.edits = run->edits;
    show_run(state, std::move(run));
    // After a change, people want to see its effect up to the last step.
    if (!state.transport.playing) state.transport.under_way = false;
}

namespace {

/// Called before new edits are requested: if they fail, the program returns to the edits on the screen.
void keep_place(State& state) {
    if (!lacks_edits(state)) state.history.keep_place();
}

/// The run with the wanted edits has arrived, so they are no longer parked.
void take_run(State& state, std::shared_ptr<const Run> run) {
    forget_parked(state.parked, state.request, run->edits);
    replace_run(state, std::move(run));
}

/// Requests other edits; if their run already exists, it is shown at once.
void ask_for(State& state, Edits edits) {
    state.edits = std::move(edits);
    if (auto run = existing_run(state.run, state.edits)) take_run(state, std::move(run));
}

}  // namespace

void do_command(State& state, const SetEdits& command) {
    if (!can_edit(state)) return;
    Edits wanted = command.edits;
    if (wanted.batch && *wanted.batch == *opened(state.run)->batch) wanted.batch.reset();
    if (wanted == state.edits) return;
    keep_place(state);
    command.amends ? state.history.amend(wanted, command.what) : state.history.note(state.edits, command.what);
    ask_for(state, std::move(wanted));
}

void do_command(State& state, const Undo&) {
    if (!can_edit(state)) return;
    if (!state.history.can_undo()) return go_to_replaced(state, ReplacedModels::Way::back);
    keep_place(state);
    ask_for(state, state.history.undo(state.edits));
}

void do_command(State& state, const Redo&) {
    if (!can_edit(state)) return;
    if (!state.history.can_redo()) return go_to_replaced(state, ReplacedModels::Way::forth);
    keep_place(state);
    ask_for(state, state.history.redo(state.edits));
}

void do_command(State& state, const SilenceHead& command) {
    if (!can_edit(state) || !state.run->trace.find(command.attention + ".context").present()) return;
    if (command.head < 0 || command.head >= head_count(*state.run)) return;
    Edits wanted = state.edits;
    std::erase(wanted.interventions.silenced, SilencedHead{command.attention, command.head});
    if (command.silent) wanted.interventions.silenced.push_back({command.attention, command.head});
    do_command(state, SetEdits{std::move(wanted), fmt::format("{} head {} of {}", command.silent ? "silence" : "restore",
                                                              command.head + 1, sublayer_words(*state.run, command.attention))});
}

void do_command(State& state, const SwitchOff& command) {
    if (!can_edit(state) || !has_switch(*state.run, command.which)) return;
    do_command(state, SetEdits{switched(*state.run, state.edits, command.which, command.off),
                               fmt::format("switch {} {}", words_of(*state.run, command.which), command.off ? "off" : "on")});
}

void do_command(State& state, const RestoreRun&) {
    do_command(state, SetEdits{{.batch = state.edits.batch}, "restore everything"});
}

void do_command(State& state, const ShowEditedRun& command) {
    if (!lacks_edits(state) || !(command.run->edits == state.edits)) return;
    if (opened(command.run)->generation == opened(state.run)->generation) take_run(state, command.run);
}

void do_command(State& state, const EditsFailed& command) {
    state.message = command.why;
    if (!lacks_edits(state) || !(state.edits == command.edits)) return;  // other edits have been requested meanwhile
    state.edits = working_run(state)->edits;
    state.history.return_to(state.edits, command.edits);
}

}  // namespace vitrine
