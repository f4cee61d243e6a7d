#pragma once
/// What is taken out of the program as files: pictures of the screen, a walk through the run, tensors. The commands that ask for it
/// are noted in the state; the shell carries them out between two frames and says in the message line where the files are.

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

/// "png", "svg": also how the names of such files end.
const char* name(PictureFormat format);

/// By the end of a file's name, in small or capital letters; nothing where it says neither.
std::optional<PictureFormat> picture_format(const std::string& path);

/// What was computed, or what a little more of it would do to the loss.
enum class ExportedNumbers : std::uint8_t { values, gradients };

/// Where no path is given, a new file in Exporting::folder gets a name that says what it is; none there is overwritten. One file at
/// a time: while another is being saved nothing comes of these.
struct ExportPicture {
    PictureFormat format = PictureFormat::png;
    int pixels = 1;         ///< for each pixel of the screen, in both directions
    std::string path = {};  ///< the file, which is replaced where it exists
};
void do_command(State& state, const ExportPicture& command);

struct ExportTensor {
    TraceFormat format = TraceFormat::npz;
    std::string tensor = {};  ///< of the run, or a parameter; empty: the selected one
    std::string path = {};    ///< the file, likewise
    ExportedNumbers numbers = ExportedNumbers::values;
};
void do_command(State& state, const ExportTensor& command);

struct ExportTrace {
    TraceFormat format = TraceFormat::npz;  ///< not CSV, which holds one tensor
    ExportedNumbers numbers = ExportedNumbers::values;
    std::string path = {};  ///< the file, likewise
};
void do_command(State& state, const ExportTrace& command);

struct ExportWalk {
    PictureFormat format = PictureFormat::png;
    std::string folder = {};  ///< that gets step-001.png and so on, a picture for every step
    int pixels = 1;           ///< as above
};
void do_command(State& state, const ExportWalk& command);

struct CancelExport {};  ///< of the walk under way, of which what is finished stays; or else of the file, of which nothing does
void do_command(State& state, const CancelExport& command);

struct SetExportFolder {
    std::string folder;  ///< where new files go
};
void do_command(State& state, const SetExportFolder& command);

/// What the shell answers.
struct WalkAdvanced {
    std::string folder;  ///< where the pictures are
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
    std::string what;  ///< in one line, for the message
};
void do_command(State& state, const Exported& command);

struct ExportFailed {
    ExportKind kind;
    std::string why;
};
void do_command(State& state, const ExportFailed& command);

/// A walk under way: a picture with every frame of the program, so that this goes on drawing.
struct WalkUnderWay {
    ExportWalk wanted;
    std::shared_ptr<const Run> run;  ///< through which it goes
    int done = 0;                    ///< steps
};

/// A file under way: it is written away from the drawing thread.
struct FileUnderWay {
    std::variant<ExportPicture, ExportTensor, ExportTrace> wanted;
    std::shared_ptr<const Run> run;  ///< whose numbers they are
    double done = 0;                 ///< 0 … 1
    bool stopping = false;           ///< somebody does not want it any more
};

/// What the page of exports saves.
enum class ExportSubject : std::uint8_t { view, steps, tensor, run };

/// What is chosen on it.
struct ExportChoices {
    ExportSubject subject = ExportSubject::view;
    PictureFormat picture = PictureFormat::png;
    int pixels = 1;
    TraceFormat tensor = TraceFormat::npz, run = TraceFormat::npz;  ///< the format of either
    ExportedNumbers numbers = ExportedNumbers::values;

    bool operator==(const ExportChoices&) const = default;
};
struct SetExportChoices {
    ExportChoices choices;
};
void do_command(State& state, const SetExportChoices& command);

constexpr int most_export_pixels = 4;

struct Exporting {
    std::string folder;  ///< where files go that are given no path; empty: the user's folder of pictures
    ExportChoices choices;
    std::optional<FileUnderWay> file;
    std::optional<WalkUnderWay> walk;

    bool busy() const { return file || walk; }
};

/// State::menu while the page of exports is open.
inline constexpr const char* export_page = "page/save";

/// Why it cannot be saved now; empty where it can.
std::string export_refusal(const State& state, const ExportChoices& choices);

/// Why a run has no gradients that could be saved; empty where it has.
std::string gradient_refusal(const Run& run);

/// "the whole run", "this view": what is being saved.
std::string words_of(const FileUnderWay& file);

}  // namespace vitrine
