#include "app/shell/dropped.h"

#include <fmt/format.h>

namespace vitrine {

Command command_for_dropped(const State& state, const std::filesystem::path& path) {
    std::error_code unreadable;
    ModelRequest request;
    if (std::filesystem::is_directory(path, unreadable)) {
        request.folder = path;
        return OpenModel{request};
    }
    if (path.filename() == "config.json") {
        request.configuration = path;
        return OpenModel{request};
    }
    if (path.extension() != ".json" && path.extension() != ".tsv")
        return ShowMessage{
            fmt::format("{}: a model's folder, a config.json or a batch as .json or .tsv can be dropped here", path.string())};
    if (!state.run) return ShowMessage{fmt::format("{}: a batch needs a model, and none is open", path.string())};
    request = state.run->request;
    request.batch = path;
    return OpenModel{request};
}

void take_dropped(Application& application, const Input& input) {
    for (const std::string& path : input.dropped) application.command(command_for_dropped(application.state(), path));
}

}  // namespace vitrine
