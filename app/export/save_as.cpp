#include "app/export/save_as.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/base/home_path.h"
#include "app/export/export_names.h"
#include "app/export/exporting.h"
#include "app/state/state.h"
#include "core/io/model_saving.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// ".png"; empty for a folder.
std::string ending_of(const ExportChoices& choices) {
    switch (choices.subject) {
        case ExportSubject::view:
            return std::string(".") + name(choices.picture);
        case ExportSubject::tensor:
            return std::string(".") + name(choices.tensor);
        case ExportSubject::run:
            return std::string(".") + name(choices.run);
        default:
            return "";
    }
}

/// The middle part of the proposed name.
std::string subject_name(const State& state, const ExportChoices& choices, const std::string& tensor = "") {
    const std::string numbers = choices.numbers == ExportedNumbers::gradients ? "-gradients" : "";
    switch (choices.subject) {
        case ExportSubject::view:
            return std::string(state.view.name);
        case ExportSubject::steps:
            return "walk";
        case ExportSubject::tensor:
            return (tensor.empty() ? state.selection.tensor : tensor) + numbers;
        case ExportSubject::run:
            return (state.run && state.run->difference ? "difference" : "run") + numbers;
        default:
            return "model";
    }
}

bool is_folder(const ExportChoices& choices) { return ending_of(choices).empty(); }

/// The folder, and the beginning of a name in it.
std::pair<std::string, std::string> parts_of(const std::string& typed) {
    const std::size_t slash = typed.rfind('/');
    if (slash == std::string::npos) return {"", typed};
    return {typed.substr(0, slash + 1), typed.substr(slash + 1)};
}

std::string remark_on(const std::string& typed, const ExportChoices& choices) {
    std::error_code none;
    const std::string path = path_to_save(typed, choices);
    if (typed.empty()) return "A path is needed.";
    const fs::path parent = fs::path(path).parent_path();
    if (!parent.empty() && !fs::is_directory(parent, none)) return "There is no folder " + parent.string() + ".";
    if (choices.subject == ExportSubject::model)
        return replaced_file(path) ? "There is a model in this folder: choose another one." : "";
    const bool exists = fs::exists(fs::symlink_status(path, none));
    if (is_folder(choices)) return exists ? "The folder exists: pictures with the same names will be replaced." : "";
    const std::string named = path == from_home(typed) ? "" : "It will be saved as " + fs::path(path).filename().string() + ".";
    if (!exists) return named;
    if (fs::is_directory(path, none)) return "This is a folder: a name is needed.";
    return "The file exists and will be replaced." + (named.empty() ? "" : " " + named);
}

}  // namespace

std::string proposed_path(const State& state, const ExportChoices& choices, const std::string& tensor) {
    const std::string& folder = state.of<Exporting>().folder;
    const std::string model = state.run ? file_name(state.run->model->name) : "";
    const std::string stem = "vitrine-" + (model.empty() ? "" : model + '-') + file_name(subject_name(state, choices, tensor));
    return unused_path(folder.empty() ? pictures_folder() : fs::path(folder), stem, ending_of(choices)).string();
}

std::string path_to_save(const std::string& typed, const ExportChoices& choices) {
    std::string path = from_home(typed);
    while (is_folder(choices) && path.size() > 1 && path.ends_with('/')) path.pop_back();
    const std::string ending = ending_of(choices);
    return path.empty() || path.ends_with(ending) ? path : path + ending;
}

std::vector<std::string> names_beginning_with(const std::string& typed) {
    constexpr int most_read = 5000;
    const auto [folder, beginning] = parts_of(from_home(typed));
    std::vector<std::string> names;
    std::error_code problem;
    int read = 0;
    for (auto entry = fs::directory_iterator(folder.empty() ? fs::path(".") : fs::path(folder), problem);
         !problem && entry != fs::directory_iterator() && read < most_read; entry.increment(problem), ++read) {
        const std::string entry_name = entry->path().filename().string();
        const bool hidden = entry_name.starts_with('.') && !beginning.starts_with('.');
        std::error_code none;
        if (!hidden && entry_name.starts_with(beginning)) names.push_back(entry_name + (entry->is_directory(none) ? "/" : ""));
    }
    std::ranges::sort(names);
    return names;
}

std::string completed_path(const std::string& typed, const std::vector<std::string>& names) {
    if (names.empty()) return typed;
    std::string common = names.front();
    for (const std::string& other : names) {
        const auto [end, unused] = std::ranges::mismatch(common, other);
        common.erase(end, common.end());
    }
    return parts_of(typed).first + common;
}

void do_command(State& state, const SetSavePath& command) {
    SaveAs& save = state.of<SaveAs>();
    save.text = with_valid_caret(command.text);
    save.typed = true;
    save.found = names_beginning_with(save.text.text);
    save.remark = remark_on(save.text.text, state.of<Exporting>().choices);
}

void do_command(State& state, const CompleteSavePath&) {
    const std::string& typed = state.of<SaveAs>().text.text;
    do_command(state, SetSavePath{typed_text(completed_path(typed, names_beginning_with(typed)))});
}

void do_command(State& state, const SaveChosen&) {
    const ExportChoices choices = state.of<Exporting>().choices;
    const std::string path = path_to_save(state.of<SaveAs>().text.text, choices);
    if (state.menu != export_page || path.empty() || !export_refusal(state, choices).empty()) return;
    state.menu.clear();
    state.focus.clear();
    switch (choices.subject) {
        case ExportSubject::steps:
            return do_command(state, ExportWalk{.format = choices.picture, .folder = path, .pixels = choices.pixels});
        case ExportSubject::tensor:
            return do_command(state, ExportTensor{.format = choices.tensor, .path = path, .numbers = choices.numbers});
        case ExportSubject::run:
            return do_command(state, ExportTrace{.format = choices.run, .numbers = choices.numbers, .path = path});
        case ExportSubject::model:
            return do_command(state, ExportModel{.folder = path});
        default:
            return do_command(state, ExportPicture{.format = choices.picture, .pixels = choices.pixels, .path = path});
    }
}

void follow_save_as(State& state, const Change&) {
    SaveAs& save = state.of<SaveAs>();
    if (state.menu != export_page) {
        if (!save.proposed_for.empty()) save = {};
        return;
    }
    const ExportChoices& choices = state.of<Exporting>().choices;
    const std::string asked = subject_name(state, choices) + ending_of(choices) + state.of<Exporting>().folder;
    if (std::exchange(save.proposed_for, asked) == asked) return;
    if (!save.typed) save.text = typed_text(proposed_path(state, choices));
    save.remark = remark_on(save.text.text, choices);
}

}  // namespace vitrine
