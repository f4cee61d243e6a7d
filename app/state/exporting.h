#pragma once
/// What is taken out of the program as files: pictures of the screen, a walk through the run, tensors. The commands that ask for it
/// are noted in the state; the shell carries them out between two frames and says in the message line where the files are.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/state/run.h"
#include "core/io/trace_files.h"

namespace vitrine {

enum class PictureFormat : std::uint8_t { png, svg };

/// "png", "svg": also how the names of such files end.
const char* name(PictureFormat format);

/// By the end of a file's name, in small or capital letters; nothing where it says neither.
std::optional<PictureFormat> picture_format(const std::string& path);

/// Where no path is given, a new file in Exporting::folder gets a name that says what it is; none there is overwritten.
struct ExportPicture {
    PictureFormat format = PictureFormat::png;
    int pixels = 1;         ///< for each pixel of the screen, in both directions
    std::string path = {};  ///< the file, which is replaced where it exists
};
struct ExportTensor {
    TraceFormat format = TraceFormat::npz;
    std::string tensor = {};  ///< of the run, or a parameter; empty: the selected one
    std::string path = {};    ///< the file, likewise
};
struct ExportWalk {
    PictureFormat format = PictureFormat::png;
    std::string folder = {};  ///< that gets step-001.png and so on, a picture for every step
};

struct CancelExport {};  ///< of the walk under way; what is finished stays
struct SetExportFolder {
    std::string folder;  ///< where new files go
};

/// What the shell answers.
struct WalkAdvanced {
    std::string folder;  ///< where the pictures are
    int done = 0;
};
enum class ExportKind : std::uint8_t { picture, tensor, walk };
struct Exported {
    ExportKind kind;
    std::string what;  ///< in one line, for the message
};
struct ExportFailed {
    ExportKind kind;
    std::string why;
};

/// A walk under way: a picture with every frame of the program, so that this goes on drawing.
struct WalkUnderWay {
    ExportWalk wanted;
    std::shared_ptr<const Run> run;  ///< through which it goes
    int done = 0;                    ///< steps
};

struct Exporting {
    std::string folder;  ///< where files go that are given no path; empty: the user's folder of pictures
    std::optional<ExportPicture> picture;
    std::optional<ExportTensor> tensor;
    std::optional<WalkUnderWay> walk;

    bool busy() const { return picture || tensor || walk; }
};

}  // namespace vitrine
