#include "app/shell/exports.h"

#include <exception>
#include <filesystem>
#include <new>

#include <fmt/format.h>

#include "app/shell/export_names.h"
#include "app/shell/pictures.h"
#include "core/io/file.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

using Path = std::filesystem::path;

Path export_folder(const State& state) {
    if (state.exporting.folder.empty()) return pictures_folder();
    return state.exporting.folder;
}

/// "vitrine-translation-attention".
std::string stem_of(const State& state, std::string_view what) {
    const std::string model = state.run ? file_name(state.run->model->name) : "";
    return "vitrine-" + (model.empty() ? "" : model + '-') + file_name(what);
}

Path or_unused(const std::string& path, const State& state, const std::string& stem, const std::string& ending) {
    return path.empty() ? unused_path(export_folder(state), stem, ending) : Path(path);
}

std::string saved_to(const Path& path) { return "Saved to " + path.string(); }

Exported save_picture(Application& application, const ExportPicture& wanted) {
    const State& state = application.state();
    const Path path =
        or_unused(wanted.path, state, stem_of(state, view_info(state.view).name), std::string(".") + name(wanted.format));
    write_file_atomically(path, picture_file(application, wanted.format, {.pixels = static_cast<double>(wanted.pixels)}));
    return {ExportKind::picture, saved_to(path)};
}

Exported save_tensor(const State& state, const ExportTensor& wanted) {
    const TensorView tensor = state.run->find(wanted.tensor);
    if (!tensor.present()) throw Error("this run has no tensor '" + wanted.tensor + "' to save");
    const Path path = or_unused(wanted.path, state, stem_of(state, wanted.tensor), std::string(".") + name(wanted.format));
    save_tensors({{wanted.tensor, tensor}}, wanted.format, path);
    return {ExportKind::tensor, saved_to(path)};
}

/// The folder of a walk's pictures. A new one gets a name of its own; one that was named may be there already.
Path folder_for(const State& state, const WalkUnderWay& walk) {
    const Path folder = or_unused(walk.wanted.folder, state, stem_of(state, "walk"), "");
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem) throw Error(folder.string() + ": the folder cannot be made: " + problem.message());
    return folder;
}

/// The next picture, and a word when it was the last.
Command continue_walk(Application& application, const WalkUnderWay& walk) {
    const State& state = application.state();
    const int step = walk.done, count = walk.run->last_step() + 1;
    if (state.run->generation != walk.run->generation) {
        throw Error(
            fmt::format("the walk has stopped after {} of {} pictures: the run on the screen is another one now", step, count));
    }
    const Path folder = step == 0 ? folder_for(state, walk) : Path(walk.wanted.folder);
    const Path path = folder / fmt::format("step-{:03}.{}", step + 1, name(walk.wanted.format));
    write_file_atomically(path, picture_file(application, walk.wanted.format, {.step = step}));
    if (step + 1 == count) return Exported{ExportKind::walk, fmt::format("Saved {} pictures to {}", count, folder.string())};
    return WalkAdvanced{folder.string(), step + 1};
}

template <class Work>
void carry_out(Application& application, ExportKind kind, Work work) {
    try {
        application.command(work());
    } catch (const std::bad_alloc&) {
        application.command(ExportFailed{kind, "this needs more memory than there is"});
    } catch (const std::exception& error) {
        application.command(ExportFailed{kind, error.what()});
    }
}

}  // namespace

void carry_out_exports(Application& application) {
    const Exporting wanted = application.state().exporting;
    if (wanted.picture) carry_out(application, ExportKind::picture, [&] { return save_picture(application, *wanted.picture); });
    if (wanted.tensor) carry_out(application, ExportKind::tensor, [&] { return save_tensor(application.state(), *wanted.tensor); });
    if (wanted.walk) carry_out(application, ExportKind::walk, [&] { return continue_walk(application, *wanted.walk); });
}

}  // namespace vitrine
