#include "app/shell/loop/application_exports.h"

#include <exception>
#include <functional>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/base/job.h"
#include "app/export/backwards.h"
#include "app/export/export_names.h"
#include "app/export/exporting.h"
#include "app/export/save_as.h"
#include "app/export/saved_words.h"
#include "app/render/png.h"
#include "app/run/make_run.h"
#include "app/shell/loop/application_pictures.h"
#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/training/saving.h"
#include "app/views/train/state.h"
#include "core/export/trace_metadata.h"
#include "core/files/file.h"
#include "core/files/writing.h"
#include "core/io/model_saving.h"
#include "core/tensor/error.h"
#include "core/tensor/memory.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Path = std::filesystem::path;

/// The path from the command, or a new unused one.
Path path_of(const std::string& path, const State& state, const ExportChoices& choices, const std::string& tensor = "") {
    return path.empty() ? Path(proposed_path(state, choices, tensor)) : Path(path);
}

/// Writes a file, checking for cancellation, and returns a message about it. May throw.
using FileWriter = std::function<std::string(const GoesOn&)>;

/// What is left to do after the drawing thread has drawn the picture or found the numbers.
FileWriter writer_of(Application& application, const ExportPicture& wanted, const std::shared_ptr<const Run>&) {
    const State& state = application.state();
    const Path path = path_of(wanted.path, state, {.subject = ExportSubject::view, .picture = wanted.format});
    const Still still{.pixels = static_cast<double>(wanted.pixels)};
    if (wanted.format == PictureFormat::svg) {
        return [path, text = application.svg(still)](const GoesOn&) {
            write_file_atomically(path, text);
            return saved_words({.path = path});
        };
    }
    return [path, image = application.picture(still)](const GoesOn& goes_on) {
        const std::string file = png(image);
        ask_to_go_on(goes_on, 1);
        write_file_atomically(path, file);
        return saved_words({.path = path});
    };
}

/// Metadata describe one batch. A difference gets none, since it belongs to two runs.
void save_with_metadata(const std::vector<NamedTensor>& tensors, const Run& run, TraceFormat format, const Path& path,
                        const GoesOn& goes_on) {
    const Metadata metadata = run.difference ? Metadata{} : trace_metadata(tensors, run.model->configuration, *run.batch);
    save_tensors(tensors, format, path, goes_on, metadata);
}

FileWriter writer_of(Application& application, const ExportTensor& wanted, const std::shared_ptr<const Run>& run) {
    if (!run->find(wanted.tensor).present()) throw Error("this run has no tensor " + in_quotes(wanted.tensor) + " to save");
    const ExportChoices choices{.subject = ExportSubject::tensor, .tensor = wanted.format, .numbers = wanted.numbers};
    const Path path = path_of(wanted.path, application.state(), choices, wanted.tensor);
    if (wanted.numbers == ExportedNumbers::gradients) {
        return [path, wanted, run](const GoesOn& goes_on) {
            const RunBackwards backwards(run);
            save_with_metadata({{wanted.tensor, backwards.find(wanted.tensor)}}, *run, wanted.format, path, goes_on);
            return saved_words({.path = path});
        };
    }
    return [path, wanted, run, tensor = run->find(wanted.tensor)](const GoesOn& goes_on) {
        save_with_metadata({{wanted.tensor, tensor}}, *run, wanted.format, path, goes_on);
        return saved_words({.path = path});
    };
}

FileWriter writer_of(Application& application, const ExportTrace& wanted, const std::shared_ptr<const Run>& run) {
    if (wanted.format == TraceFormat::csv) throw Error("a CSV file holds one tensor, and a run has many");
    const Path path =
        path_of(wanted.path, application.state(), {.subject = ExportSubject::run, .run = wanted.format, .numbers = wanted.numbers});
    return [path, wanted, run](const GoesOn& goes_on) {
        if (wanted.numbers == ExportedNumbers::gradients) {
            const RunBackwards backwards(run);
            save_with_metadata(backwards.all(), *run, wanted.format, path, goes_on);
        } else {
            save_with_metadata(recorded_tensors(run->trace), *run, wanted.format, path, goes_on);
        }
        return saved_words({.path = path});
    };
}

/// The training whose model a run shows; nothing if the run shows another model.
std::optional<TrainingToSave> training_of(const State& state, const std::shared_ptr<const Run>& run) {
    const TrainingView& training = state.of<TrainingView>();
    const bool shown = state.of<Learning>().shown && training.model && training.model->model == run->model;
    if (!shown || !training.snapshot) return std::nullopt;
    return TrainingToSave{training.snapshot, training.model, run == training.run};
}

FileWriter writer_of(Application& application, const ExportModel& wanted, const std::shared_ptr<const Run>& run) {
    const Path folder = path_of(wanted.folder, application.state(), {.subject = ExportSubject::model});
    const std::optional<TrainingToSave> training = training_of(application.state(), run);
    return [folder, run, training](const GoesOn&) {
        const Model& model = *run->model;
        if (training) {
            save_trained(folder, *run, *training);
        } else {
            save_model(folder, {model.configuration, *run->parameters, model.source_vocabulary, model.target_vocabulary,
                                *run->batch, model.tokenizer.get()});
        }
        const std::string lost = lost_in_model(*run);
        return saved_words({.path = folder, .is_folder = true}) + (lost.empty() ? "" : ". " + lost);
    };
}

FileWriter writer_of(Application& application, const ExportText& wanted, const std::shared_ptr<const Run>&) {
    const std::string& folder = application.state().of<Exporting>().folder;
    const Path path = wanted.path.empty()
                          ? unused_path(folder.empty() ? pictures_folder() : Path(folder), wanted.stem, wanted.ending)
                          : Path(wanted.path);
    return [path, text = wanted.text](const GoesOn&) {
        write_file_atomically(path, text);
        return saved_words({.path = path});
    };
}

constexpr Tag file_tag = "file";

std::string written(const FileWriter& write, Work& work) {
    try {
        return write([&work](double done) {
            work.progress(done);
            return !work.stop_requested();
        });
    } catch (const WritingStopped&) {
        return "Stopped: nothing was saved";
    }
}

/// If writing stops or fails, the unfinished file is removed and the file that it was to replace stays unchanged.
Job file_job(const FileWriter& write) {
    return job_of(
        [write](Work& work) {
            return Exported{ExportKind::file, written(write, work)};
        },
        [](std::string why) -> Command {
            return ExportFailed{ExportKind::file, std::move(why)};
        });
}

/// Begins to write a file, or reports how far writing is.
Command continue_file(Application& application, Scheduler& scheduler, const FileUnderWay& file) {
    if (!scheduler.busy(file_tag)) {
        const auto writer = [&](const auto& wanted) { return writer_of(application, wanted, file.run); };
        scheduler.ask(file_tag, file_job(std::visit(writer, file.wanted)));
    }
    if (file.stopping) scheduler.stop(file_tag);
    return FileAdvanced{scheduler.progress(file_tag)};
}

/// The folder for a walk's pictures: a new one with an unused name, or the named one, which may already exist.
Path folder_for(const State& state, const WalkUnderWay& walk) {
    const Path folder = path_of(walk.wanted.folder, state, {.subject = ExportSubject::steps});
    std::error_code problem;
    std::filesystem::create_directory(folder, problem);
    if (problem) throw Error(folder.string() + ": the folder cannot be made: " + problem.message());
    return folder;
}

/// Draws the next picture of a walk. After the last, returns a message.
Command continue_walk(Application& application, const WalkUnderWay& walk) {
    const State& state = application.state();
    const int step = walk.done, count = walk.count();
    if (state.run->generation != walk.run->generation) {
        throw Error(fmt::format("stopped after {} of {} pictures, because another run is on the screen now", step, count));
    }
    const Path folder = step == 0 ? folder_for(state, walk) : Path(walk.wanted.folder);
    const Path path = folder / fmt::format("step-{:03}.{}", step + 1, name(walk.wanted.format));
    write_file_atomically(
        path, picture_file(application, walk.wanted.format, {.pixels = static_cast<double>(walk.wanted.pixels), .place = step}));
    if (step + 1 == count) {
        const std::string pictures = fmt::format("{} pictures", count);
        return Exported{ExportKind::walk, saved_words({.path = folder, .is_folder = true, .what = pictures})};
    }
    return WalkAdvanced{folder.string(), step + 1};
}

template <class Work>
void carry_out(Application& application, ExportKind kind, Work work) {
    try {
        application.command(work());
    } catch (const std::bad_alloc& problem) {
        application.command(ExportFailed{kind, shortage_text("this needs more memory than there is", problem)});
    } catch (const std::exception& error) {
        application.command(ExportFailed{kind, error.what()});
    }
}

}  // namespace

void carry_out_exports(Application& application, Scheduler& scheduler) {
    const Exporting wanted = application.state().of<Exporting>();
    if (wanted.file) carry_out(application, ExportKind::file, [&] { return continue_file(application, scheduler, *wanted.file); });
    if (wanted.walk) carry_out(application, ExportKind::walk, [&] { return continue_walk(application, *wanted.walk); });
}

}  // namespace vitrine
