#include "app/shell/loop/dropped.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "app/importing/dropped.h"
#include "app/opening/commands.h"
#include "app/state/window_commands.h"
#include "app/views/tokens/commands.h"
#include "core/io/model_folder.h"

namespace vitrine {

namespace {

enum class Kind { folder, configuration, batch, tokenizer, unknown };

/// Whether a file is a tokenizer, recognised by keys that a batch does not have.
bool holds_tokenizer(const std::filesystem::path& path) {
    std::error_code unreadable;
    if (!std::filesystem::is_regular_file(path, unreadable)) return false;
    std::ifstream file(path, std::ios::binary);
    std::string beginning(4096, '\0');
    file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    return beginning.find("\"added_tokens\"") != std::string::npos || beginning.find("\"model\"") != std::string::npos;
}

Kind kind_of(const std::filesystem::path& path) {
    std::error_code unreadable;
    if (std::filesystem::is_directory(path, unreadable)) return Kind::folder;
    if (path.filename() == model_folder::configuration) return Kind::configuration;
    if (path.filename() == model_folder::tokenizer || (path.extension() == ".json" && holds_tokenizer(path)))
        return Kind::tokenizer;
    return path.extension() == ".json" || path.extension() == ".tsv" ? Kind::batch : Kind::unknown;
}

/// Stores a path in its place. Returns false if the place is taken.
bool put(const std::string& path, std::optional<std::filesystem::path>& place) {
    if (place) return false;
    place = path;
    return true;
}

/// The command of the module that opens this file or text, if there is one.
std::optional<Command> command_of_module(const State& state, const std::filesystem::path& path) {
    for (const Module* module : state.modules) {
        if (module->texts && module->texts->is_meant(path.string())) return module->texts->open(path.string());
        const FileKind* files = module->files;
        if (!files || !has_ending(*files, path.string())) continue;
        if (!files->is_meant || files->is_meant(path.string())) return files->open(path.string());
    }
    return std::nullopt;
}

/// The batch.json in a model's folder, if there is one. Nothing if the folder has a file of training sentences, which come first.
std::optional<std::filesystem::path> own_batch(const std::filesystem::path& folder) {
    const auto path = folder / "batch.json";
    std::error_code unreadable;
    const bool has_own = std::filesystem::exists(folder / model_folder::sentences, unreadable);
    return !has_own && std::filesystem::is_regular_file(path, unreadable) ? std::optional(path) : std::nullopt;
}

bool is_name_in_model(const std::filesystem::path& name) {
    return name == model_folder::mapping ||
           std::find(model_folder::all.begin(), model_folder::all.end(), name) != model_folder::all.end();
}

/// Replaces the files of a model by its folder if both its configuration and its weights are among the paths.
std::vector<std::string> with_whole_folders(const std::vector<std::string>& paths) {
    const auto holds = [&](const std::filesystem::path& path) {
        return std::find(paths.begin(), paths.end(), path.string()) != paths.end();
    };
    std::vector<std::string> whole;
    for (const std::string& path : paths) {
        const std::filesystem::path file = path, folder = file.parent_path();
        const bool both = holds(folder / model_folder::configuration) && holds(folder / model_folder::weights);
        if (!both || !is_name_in_model(file.filename())) {
            whole.push_back(path);
        } else if (file.filename() == model_folder::configuration) {
            whole.push_back(folder.string());
        }
    }
    return whole;
}

}  // namespace

Command command_for_dropped(const State& state, const std::vector<std::string>& dropped) {
    const std::vector<std::string> paths = with_whole_folders(dropped);
    if (auto imports = dropped_on_import(state, paths)) return *std::move(imports);
    ModelRequest request;
    for (const std::string& path : paths) {
        if (auto opens = command_of_module(state, path)) return *std::move(opens);
        const Kind kind = kind_of(path);
        if (std::error_code unknown; !std::filesystem::exists(path, unknown))
            return ShowMessage{fmt::format("{}: there is no such file", path)};
        if (kind == Kind::unknown)
            return ShowMessage{fmt::format(
                "{}: a model's folder, weights, a trace, a config.json, a tokenizer, a batch or a lesson can be dropped here",
                path)};
        if (kind == Kind::tokenizer && paths.size() > 1) return ShowMessage{fmt::format("{}: drop a tokenizer by itself", path)};
        if (kind == Kind::tokenizer) return OpenTokenizer{path};
        auto& place = kind == Kind::folder ? request.folder : kind == Kind::batch ? request.batch : request.configuration;
        if (!put(path, place) || (request.folder && request.configuration))
            return ShowMessage{fmt::format("{}: drop at most one model and one batch together", path)};
    }
    if (request.folder && !request.batch) request.batch = own_batch(*request.folder);
    if (request.folder || request.configuration) return OpenModel{request};
    if (!state.run) return ShowMessage{fmt::format("{}: a batch needs a model, and none is open", request.batch->string())};
    ModelRequest same_model = state.request;
    same_model.batch = request.batch;
    same_model.texts.clear(), same_model.target_texts.clear();
    return OpenModel{same_model};
}

void take_dropped(Application& application, const Input& input) {
    if (!input.dropped.empty()) application.command(command_for_dropped(application.state(), input.dropped));
}

}  // namespace vitrine
