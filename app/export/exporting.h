#pragma once
/// Exports: pictures of the screen, a walk through the run, and tensors, as files. Commands note an export in the state; the
/// shell carries it out between two frames and reports the file in the message line.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "app/base/command.h"
#include "app/run/run.h"
#include "core/export/trace_files.h"

namespace vitrine {

struct State;

enum class PictureFormat : std::uint8_t { png, svg };

/// "png", "svg": also the file extension.
const char* name(PictureFormat format);

/// The format of a file by its extension, in any case; nothing if it is neither.
std::optional<PictureFormat> picture_format(const std::string& path);

/// The values of tensors, or their gradients.
enum class ExportedNumbers : std::uint8_t { values, gradients };

/// Without a path, a new file in Exporting::folder gets a descriptive name; no file there is overwritten. One export at a time:
/// while one is under way these commands do nothing.
struct ExportPicture {
    PictureFormat format = PictureFormat::png;
    int pixels = 1;         ///< per pixel of the screen, in both directions
    std::string path = {};  ///< the file; an existing one is replaced
};
void do_command(State& state, const ExportPicture& command);

struct ExportTensor {
    TraceFormat format = TraceFormat::npz;
    std::string tensor = {};  ///< path of a tensor or parameter; empty: the selected one
    std::string path = {};    ///< as above
    ExportedNumbers numbers = ExportedNumbers::values;
};
void do_command(State& state, const ExportTensor& command);

struct ExportTrace {
    TraceFormat format = TraceFormat::npz;  ///< not CSV, which can only hold one tensor
    ExportedNumbers numbers = ExportedNumbers::values;
    std::string path = {};  ///< as above
};
void do_command(State& state, const ExportTrace& command);

/// Saves the model of the shown run: its weights, words and sentences as on the screen.
struct ExportModel {
    std::string folder = {};  ///< gets the files; empty: a new one in Exporting::folder
};
void do_command(State& state, const ExportModel& command);

/// Saves a finished text, such as the draft of a lesson.
struct ExportText {
    std::string text;
    std::string stem, ending;  ///< of the proposed name: "lesson-draft", ".md"
    std::string path = {};     ///< as above
};
void do_command(State& state, const ExportText& command);

struct ExportWalk {
    PictureFormat format = PictureFormat::png;
    std::string folder = {};  ///< gets step-001.png and so on, a picture for every step
    int pixels = 1;           ///< as above
};
void do_command(State& state, const ExportWalk& command);

struct CancelExport {};  ///< cancels the current walk, whose finished pictures stay, or else the file, which is not written
void do_command(State& state, const CancelExport& command);

struct SetExportFolder {
    std::string folder;  ///< where new files go
};
void do_command(State& state, const SetExportFolder& command);

/// Reports from the shell.
struct WalkAdvanced {
    std::string folder;  ///< of the pictures
    int done = 0;
};
void do_command(State& state, const WalkAdvanced& command);

struct FileAdvanced {
    double done = 0;  ///< 0 … 1
};
void do_command(State& state, const FileAdvanced& command);

enum class ExportKind : std::uint8_t { file, walk };
struct Exported {
    ExportKind kind;
    std::string what;  ///< in one line, for the message line
};
void do_command(State& state, const Exported& command);

struct ExportFailed {
    ExportKind kind;
    std::string why;
};
void do_command(State& state, const ExportFailed& command);

/// A walk in progress: one picture per frame, so that the window stays responsive.
struct WalkUnderWay {
    ExportWalk wanted;
    std::shared_ptr<const Run> run;  ///< the run it walks through
    int done = 0;                    ///< steps

    /// The number of its pictures: if gradients have been computed, it continues with the backward pass and the update.
    int count() const { return run->gradients && !run->difference ? film_of(*run).places() : run->last_step() + 1; }
};

/// A file in progress, which is written on another thread than the drawing thread.
struct FileUnderWay {
    std::variant<ExportPicture, ExportTensor, ExportTrace, ExportModel, ExportText> wanted;
    std::shared_ptr<const Run> run;  ///< the exported run
    double done = 0;                 ///< 0 … 1
    bool stopping = false;           ///< the user has cancelled it
};

/// What the export page saves.
enum class ExportSubject : std::uint8_t { view, steps, tensor, run, model };

/// The choices on the export page.
struct ExportChoices {
    ExportSubject subject = ExportSubject::view;
    PictureFormat picture = PictureFormat::png;
    int pixels = 1;
    TraceFormat tensor = TraceFormat::npz, run = TraceFormat::npz;  ///< file formats for one tensor and for the whole run
    ExportedNumbers numbers = ExportedNumbers::values;

    bool operator==(const ExportChoices&) const = default;
};
struct SetExportChoices {
    ExportChoices choices;
};
void do_command(State& state, const SetExportChoices& command);

constexpr int most_export_pixels = 4;

struct Exporting {
    std::string folder;  ///< for files without a given path; empty: the user's folder of pictures
    ExportChoices choices;
    std::optional<FileUnderWay> file;
    std::optional<WalkUnderWay> walk;

    bool busy() const { return file || walk; }
};

/// State::menu while the export page is open.
inline constexpr const char* export_page = "page/save";

/// Why the chosen export is impossible now; empty if it is possible.
std::string export_refusal(const State& state, const ExportChoices& choices);

/// Which alterations of this run a saved model does not have, as a sentence; empty: none.
std::string lost_in_model(const Run& run);

/// Why a run has no gradients to save; empty if it has some.
std::string gradient_refusal(const Run& run);

/// "the whole run", "this view": what is being saved.
std::string words_of(const FileUnderWay& file);

}  // namespace vitrine
