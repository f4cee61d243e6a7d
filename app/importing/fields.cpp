#include "app/importing/fields.h"

#include <filesystem>
#include <utility>

#include "app/base/home_path.h"
#include "app/export/save_as.h"
#include "app/importing/commands.h"
#include "app/panel/typed_text.h"
#include "app/state/state.h"
#include "app/widgets/input.h"
#include "core/io/model_saving.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

bool is_file(const std::string& path) {
    std::error_code none;
    return fs::is_regular_file(path, none);
}

/// What is wrong with the path of a file; empty if nothing is, or if it is still being typed.
std::string typo_in_file(const std::string& path, const std::vector<std::string>& found) {
    if (path.empty() || is_file(path) || !found.empty()) return "";
    return "There is no file " + path + ".";
}

/// What is wrong with the path of the folder to write; empty if nothing is.
std::string typo_in_folder(const std::string& path) {
    std::error_code none;
    if (path.empty()) return "A folder is needed.";
    if (fs::exists(path, none) && !fs::is_directory(path, none)) return "This is a file: a folder is needed.";
    const fs::path parent = fs::path(path).parent_path();
    if (!parent.empty() && !fs::is_directory(parent, none)) return "There is no folder " + parent.string() + ".";
    return replaced_file(path) ? "There is a model in this folder: choose another one." : "";
}

/// Whether a path names nothing yet but can still be completed. Tab then stays in its field.
bool is_unfinished(const std::string& typed) {
    std::error_code none;
    return !typed.empty() && !fs::exists(from_home(typed), none) && !names_beginning_with(typed).empty();
}

void take_file(State& state, const std::string& field, const fs::path& path) {
    const Importing& importing = state.of<Importing>();
    const TextEdit typed = importing.texts.at(field);
    if (field == import_file_field && importing.file != path) {
        do_command(state, OpenImport{.file = path.string()});
    } else if (field == import_batch_field && importing.batch != path) {
        do_command(state, GiveImportFiles{.batch = path.string()});
    } else if (field == import_reference_field && importing.reference != path) {
        do_command(state, GiveImportFiles{.reference = path.string()});
    }
    state.of<Importing>().texts[field] = typed;  // keeps the text as it was typed, and the caret
}

/// Emptying a field removes its file from the import.
void drop_file(State& state, const std::string& field) {
    Importing& importing = state.of<Importing>();
    auto* place = field == import_batch_field ? &importing.batch : field == import_reference_field ? &importing.reference : nullptr;
    if (!place || !*place || importing.writing) return;
    place->reset();
    do_command(state, TryImportAnswers{true});
}

void follow_path(State& state, const std::string& field, const std::string& text) {
    const std::string path = from_home(text);
    Importing& importing = state.of<Importing>();
    importing.found = names_beginning_with(text);
    if (field == import_folder_field) {
        importing.typo[field] = typo_in_folder(path);
        importing.write_problem.clear();
        return;
    }
    importing.typo[field] = typo_in_file(path, importing.found);
    if (is_file(path)) return take_file(state, field, fs::path(path).lexically_normal());
    if (path.empty()) drop_file(state, field);
}

}  // namespace

void do_command(State& state, const SetImportText& command) {
    Importing& importing = state.of<Importing>();
    if (importing.writing) return;
    TextEdit& text = importing.texts[command.field];
    const bool changed = text.text != command.text.text;
    text = with_valid_caret(command.text);
    if (!changed) return;
    const std::string typed = text.text;
    if (is_path_field(command.field)) return follow_path(state, command.field, typed);
    const auto question = question_of(command.field);
    if (!question) return;
    const std::string wrong = typed.empty() ? "" : objection(*question, typed);
    importing.typo[command.field] = wrong;
    do_command(state, AnswerImport{*question, wrong.empty() ? typed : ""});
}

void do_command(State& state, const CompleteImportPath& command) {
    const std::string typed = state.of<Importing>().texts[command.field].text;
    do_command(state, SetImportText{command.field, typed_text(completed_path(typed, names_beginning_with(typed)))});
}

bool types_on_import_page(const State& state) {
    return state.menu == import_page && (is_path_field(state.focus) || question_of(state.focus));
}

int type_on_import_page(const Input& input, const State& state, std::string& focus, Commands& commands) {
    const Importing& importing = state.of<Importing>();
    const auto shown = importing.texts.find(state.focus);
    const TextEdit before = shown == importing.texts.end() ? TextEdit{} : shown->second;
    const auto [text, keys] = typed_into(before, input, commands);
    int leaves = 0;
    Commands after;
    const bool stays = is_path_field(state.focus) && is_unfinished(text.text);
    for (const std::string& key : keys) {
        if (key == "tab" && stays) after.push_back(CompleteImportPath{state.focus});
        if ((key == "tab" && !stays) || key == "enter" || key == "down") leaves = 1;
        if (key == "shift+tab" || key == "up") leaves = -1;
        if (key == "escape") focus.clear();
    }
    if (!(text == before)) commands.push_back(SetImportText{state.focus, text});
    commands.insert(commands.end(), after.begin(), after.end());
    return leaves;
}

}  // namespace vitrine
