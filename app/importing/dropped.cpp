#include "app/importing/dropped.h"

#include <array>
#include <filesystem>

#include "app/importing/commands.h"
#include "app/opening/commands.h"
#include "app/state/state.h"
#include "core/against/recorded_trace.h"
#include "core/io/configuration_json.h"
#include "core/io/model_folder.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

enum class DroppedFile { checkpoint, tensors, batch, other };

DroppedFile dropped_file(const fs::path& path) {
    std::error_code none;
    if (!fs::is_regular_file(path, none)) return DroppedFile::other;
    const std::string ending = path.extension().string();
    for (const char* checkpoint : {".pt", ".pth", ".bin", ".ckpt"}) {
        if (ending == checkpoint) return DroppedFile::checkpoint;
    }
    if (ending == ".safetensors" || ending == ".npz") return DroppedFile::tensors;
    return (ending == ".json" && path.filename() != model_folder::configuration) || ending == ".tsv" ? DroppedFile::batch
                                                                                                     : DroppedFile::other;
}

/// Whether a file stands beside a configuration of ours. Other programs use files of this name, too.
bool is_in_model(const fs::path& path) {
    const fs::path configuration = path.parent_path() / model_folder::configuration;
    std::error_code none;
    if (!fs::exists(configuration, none)) return false;
    try {
        read_configuration(configuration);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// While the page is open: the command that adds files to the import under way; nothing if others are among them.
std::optional<Command> given_to_import(const std::vector<std::string>& paths) {
    GiveImportFiles give;
    for (const std::string& path : paths) {
        const DroppedFile kind = dropped_file(path);
        if (kind != DroppedFile::batch && kind != DroppedFile::tensors) return std::nullopt;
        std::string& place = kind == DroppedFile::batch ? give.batch : give.reference;
        if (!place.empty()) return std::nullopt;
        place = path;
    }
    return give;
}

}  // namespace

std::optional<Command> dropped_on_import(const State& state, const std::vector<std::string>& paths) {
    if (state.menu == import_page && is_read(state.of<Importing>())) {
        if (auto given = given_to_import(paths)) return given;
    }
    OpenImport open;
    for (const std::string& path : paths) {
        if (dropped_file(path) == DroppedFile::checkpoint && open.file.empty()) open.file = path;
    }
    for (const std::string& path : paths) {
        const DroppedFile kind = dropped_file(path);
        if (kind == DroppedFile::other) return std::nullopt;
        if (kind == DroppedFile::batch) open.batch = path;
        if (kind != DroppedFile::tensors) continue;
        const bool computed = holds_trace(path);
        if (!computed && paths.size() == 1 && is_in_model(path)) return OpenModel{{.folder = fs::path(path).parent_path()}};
        (computed || !open.file.empty() ? open.reference : open.file) = path;
    }
    return open.file.empty() ? std::nullopt : std::optional<Command>(open);
}

}  // namespace vitrine
