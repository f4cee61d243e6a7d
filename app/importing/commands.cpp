#include "app/importing/commands.h"

#include <algorithm>
#include <utility>

#include "app/importing/texts.h"
#include "app/importing/words.h"
#include "app/opening/commands.h"
#include "app/state/lesson_limits.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

/// Notes that something was chosen, so that the plan is out of date.
void choose_anew(Importing& importing) {
    ++importing.revision;
    importing.current = false;
    importing.tried = importing.left = 0;
    importing.write_problem.clear();
}

std::vector<MappingEntry>::iterator correction_of(Importing& importing, const std::string& parameter) {
    return std::ranges::find(importing.corrections, parameter, &MappingEntry::parameter);
}

void begin_with(Importing& importing, const std::filesystem::path& file) {
    const int revision = importing.revision;
    importing = {};
    importing.revision = revision;
    importing.file = file;
    show_path(importing, import_file_field, file);
    propose_folder(importing);
    choose_anew(importing);
}

}  // namespace

void do_command(State& state, const OpenImport& command) {
    refuse_lessons(state, "opens files");
    Importing& importing = state.of<Importing>();
    do_command(state, SetMenu{import_page});
    if (importing.writing) return;
    if (!command.file.empty()) begin_with(importing, std::filesystem::path(command.file).lexically_normal());
    do_command(state, GiveImportFiles{command.batch, command.reference});
    if (importing.file.empty()) state.focus = import_file_field;
}

void do_command(State& state, const GiveImportFiles& command) {
    refuse_lessons(state, "opens files");
    Importing& importing = state.of<Importing>();
    if (importing.writing) return;
    const auto give = [&](const std::string& path, const char* field, std::optional<std::filesystem::path>& place) {
        if (path.empty()) return;
        place = std::filesystem::path(path).lexically_normal();
        show_path(importing, field, *place);
        importing.tries = true;
        choose_anew(importing);
    };
    give(command.batch, import_batch_field, importing.batch);
    give(command.reference, import_reference_field, importing.reference);
}

void do_command(State& state, const AnswerImport& command) {
    Importing& importing = state.of<Importing>();
    if (importing.writing) return;
    if (command.value.empty()) {
        if (importing.given.erase(command.question) > 0) choose_anew(importing);
    } else if (value_of(importing.given, command.question) != command.value) {
        importing.given[command.question] = {command.value, AnswerSource::given};
        choose_anew(importing);
    }
}

void do_command(State& state, const ChooseImportPiece& command) {
    Importing& importing = state.of<Importing>();
    if (importing.writing || !importing.plan) return;
    const auto row =
        std::ranges::find_if(importing.plan->rows, [&](const ImportRow& one) { return one.entry.parameter == command.parameter; });
    if (row == importing.plan->rows.end()) return;
    auto correction = correction_of(importing, command.parameter);
    MappingEntry entry = correction == importing.corrections.end() ? row->entry : *correction;
    if (command.place >= entry.pieces.size()) return;
    entry.pieces[command.place] = command.piece;
    entry.certainty = Certainty::sure;
    entry.reason = "chosen by hand";
    if (correction == importing.corrections.end()) {
        importing.corrections.push_back(std::move(entry));
    } else {
        *correction = std::move(entry);
    }
    importing.unfolded.clear();
    choose_anew(importing);
}

void do_command(State& state, const RestoreImportRow& command) {
    Importing& importing = state.of<Importing>();
    const auto correction = correction_of(importing, command.parameter);
    if (importing.writing || correction == importing.corrections.end()) return;
    importing.corrections.erase(correction);
    importing.unfolded.clear();
    choose_anew(importing);
}

void do_command(State& state, const UnfoldImportPiece& command) {
    Importing& importing = state.of<Importing>();
    importing.unfolded = importing.unfolded == command.anchor ? "" : command.anchor;
}

void do_command(State& state, const LeaveOutUnfitting& command) {
    Importing& importing = state.of<Importing>();
    if (importing.writing || std::exchange(importing.without_unfitting, command.leave_out) == command.leave_out) return;
    choose_anew(importing);
}

void do_command(State& state, const TryImportAnswers& command) {
    Importing& importing = state.of<Importing>();
    if (importing.writing) return;
    importing.tries = command.tries;
    choose_anew(importing);
}

void do_command(State& state, const WriteImport&) {
    refuse_lessons(state, "writes files");
    if (!import_refusal(state).empty()) return;
    state.of<Importing>().writing = true;
    state.of<Importing>().write_problem.clear();
}

void do_command(State& state, const ShowForeignWeights& command) {
    Importing& importing = state.of<Importing>();
    if (importing.file != command.file || importing.weights) return;
    importing.weights = command.weights;
    importing.file_problem = command.why;
}

void do_command(State& state, const ShowImportPlan& command) {
    Importing& importing = state.of<Importing>();
    if (importing.revision != command.revision) return;
    importing.plan = command.plan;
    importing.current = command.finished;
    importing.tried = command.tried;
    importing.left = command.left;
}

void do_command(State& state, const ImportWritten& command) {
    const int revision = state.of<Importing>().revision;
    state.of<Importing>() = {};
    state.of<Importing>().revision = revision + 1;
    if (state.menu == import_page) do_command(state, SetMenu{""});
    if (state.focus.starts_with("import/")) state.focus.clear();
    state.of<Importing>().written_folder = command.folder;
    state.of<Importing>().written = command.what;
    do_command(state, OpenModel{{.folder = command.folder}});
}

void do_command(State& state, const ImportFailed& command) {
    state.of<Importing>().writing = false;
    state.of<Importing>().write_problem = command.why;
}

}  // namespace vitrine
