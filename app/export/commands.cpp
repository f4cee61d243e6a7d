/// How commands request exports and receive their results.

#include <fmt/format.h>

#include "app/export/exporting.h"
#include "app/state/lesson_limits.h"
#include "app/state/notice.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

template <class Wanted>
void begin_file(State& state, const Wanted& wanted) {
    refuse_lessons(state, "writes a file");
    if (state.of<Exporting>().file) return;
    state.of<Exporting>().file = FileUnderWay{wanted, state.run};
    state.notice.clear();
}

}  // namespace

void do_command(State& state, const ExportPicture& command) { begin_file(state, command); }

void do_command(State& state, const ExportTensor& command) {
    ExportTensor wanted = command;
    if (wanted.tensor.empty()) wanted.tensor = state.selection.tensor;
    if (state.run) begin_file(state, wanted);
}

void do_command(State& state, const ExportTrace& command) {
    if (state.run) begin_file(state, command);
}

void do_command(State& state, const ExportModel& command) {
    if (state.run && !state.run->difference) begin_file(state, command);
}

void do_command(State& state, const ExportText& command) { begin_file(state, command); }

void do_command(State& state, const ExportWalk& command) {
    refuse_lessons(state, "writes files");
    if (!state.run || state.of<Exporting>().walk) return;
    state.of<Exporting>().walk = WalkUnderWay{command, state.run};
    state.transport.playing = false;
    state.notice.clear();
}

void do_command(State& state, const WalkAdvanced& command) {
    if (!state.of<Exporting>().walk) return;
    state.of<Exporting>().walk->wanted.folder = command.folder;
    state.of<Exporting>().walk->done = command.done;
}

void do_command(State& state, const FileAdvanced& command) {
    if (state.of<Exporting>().file) state.of<Exporting>().file->done = command.done;
}

void do_command(State& state, const CancelExport&) {
    if (!state.of<Exporting>().walk) {
        if (state.of<Exporting>().file) state.of<Exporting>().file->stopping = true;  // the shell reports the result
        return;
    }
    const WalkUnderWay& walk = *state.of<Exporting>().walk;
    notify(state, walk.done == 0 ? "Stopped before the first picture"
                                 : fmt::format("Stopped after {} of {} pictures, which are in {}", walk.done, walk.count(),
                                               walk.wanted.folder));
    state.of<Exporting>().walk.reset();
}

void do_command(State& state, const SetExportFolder& command) {
    refuse_lessons(state, "chooses where files go");
    state.of<Exporting>().folder = command.folder;
}

void do_command(State& state, const SetExportChoices& command) { state.of<Exporting>().choices = command.choices; }

namespace {

void forget(Exporting& exporting, ExportKind kind) {
    if (kind == ExportKind::file) exporting.file.reset();
    if (kind == ExportKind::walk) exporting.walk.reset();
}

}  // namespace

void do_command(State& state, const Exported& command) {
    forget(state.of<Exporting>(), command.kind);
    state.message.clear();
    notify(state, command.what);
}

void do_command(State& state, const ExportFailed& command) {
    forget(state.of<Exporting>(), command.kind);
    state.message = command.why;
}

}  // namespace vitrine
