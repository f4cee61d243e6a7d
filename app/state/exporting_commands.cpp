/// What commands do to exports: they are noted here, and what came of them.

#include <fmt/format.h>

#include "app/state/command_parts.h"

namespace vitrine {

void do_command(State& state, const ExportPicture& command) { state.exporting.picture = command; }

void do_command(State& state, const ExportTensor& command) {
    ExportTensor wanted = command;
    if (wanted.tensor.empty()) wanted.tensor = state.selection.tensor;
    if (state.run) state.exporting.tensor = wanted;
}

void do_command(State& state, const ExportWalk& command) {
    if (!state.run || state.exporting.walk) return;
    state.exporting.walk = WalkUnderWay{command, state.run};
    state.transport.playing = false;
    state.notice.clear();
}

void do_command(State& state, const WalkAdvanced& command) {
    if (!state.exporting.walk) return;
    state.exporting.walk->wanted.folder = command.folder;
    state.exporting.walk->done = command.done;
}

void do_command(State& state, const CancelExport&) {
    if (!state.exporting.walk) return;
    const WalkUnderWay& walk = *state.exporting.walk;
    state.notice = walk.done == 0 ? "Stopped before the first picture"
                                  : fmt::format("Stopped after {} of {} pictures, which are in {}", walk.done,
                                                walk.run->last_step() + 1, walk.wanted.folder);
    state.exporting.walk.reset();
}

void do_command(State& state, const SetExportFolder& command) { state.exporting.folder = command.folder; }

namespace {

void forget(Exporting& exporting, ExportKind kind) {
    if (kind == ExportKind::picture) exporting.picture.reset();
    if (kind == ExportKind::tensor) exporting.tensor.reset();
    if (kind == ExportKind::walk) exporting.walk.reset();
}

}  // namespace

void do_command(State& state, const Exported& command) {
    forget(state.exporting, command.kind);
    state.message.clear();
    state.notice = command.what;
}

void do_command(State& state, const ExportFailed& command) {
    forget(state.exporting, command.kind);
    state.message = command.why;
}

}  // namespace vitrine
