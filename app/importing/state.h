#pragma once
/// Bringing somebody else's model in: what has been chosen on the page, and what is known of the file.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/text_edit.h"
#include "core/import/fitting.h"
#include "core/import/import.h"

namespace vitrine {

struct State;

/// State::menu while the page is open.
inline constexpr const char* import_page = "page/import";

/// A line group of the table: a parameter of ours, what it is made of, and what else each of its pieces could be.
struct ImportRow {
    enum class Kind : std::uint8_t {
        found,      ///< the mapping has it
        corrected,  ///< it was chosen by hand
        missing,    ///< nothing was found for it; its pieces stand for what is to be chosen
        tied,       ///< the model does without, as another table is in its place, which the entry's reason names
    };

    MappingEntry entry;
    std::vector<PieceShape> shapes;  ///< of its pieces, one each; none: not known
    Kind kind = Kind::found;

    // Of each piece: the shape of its tensor, "32×32", and how it is taken; empty for what is made.
    std::vector<std::string> stored{}, taken{};
};

/// What is known of an import with the choices made so far.
struct ImportPlan {
    Mapping mapping;
    std::vector<ImportRow> rows;
    std::vector<ImportQuestion> open;  ///< without an answer
    Size width = 1;                    ///< d_model
    std::vector<std::string> notes;    ///< one line each
    std::optional<Verification> verification;
    std::shared_ptr<const Import> import;  ///< whose model can be written; null while something is open, refused or tried

    // Why a step is refused, in one line each; empty: it is not.
    std::string file_problem, mapping_problem, batch_problem, reference_problem;
};

/// state.of<Importing>()
struct Importing {
    std::map<std::string, TextEdit> texts;    ///< of the fields, by their anchors
    std::map<std::string, std::string> typo;  ///< what is wrong with the text of a field, by its anchor
    std::vector<std::string> found;           ///< names that the path being typed may go on with

    // What is wanted.
    std::filesystem::path file;  ///< empty: none
    std::optional<std::filesystem::path> batch, reference;
    ImportAnswers given;
    std::vector<MappingEntry> corrections;
    bool without_unfitting = false;
    bool tries = true;     ///< answers are tried while there is a reference; false: that was stopped
    int revision = 0;      ///< counts the changes of all this
    bool writing = false;  ///< the folder is being written

    // What is known.
    std::shared_ptr<const ForeignWeights> weights;  ///< of the file; null: not read
    std::string file_problem;                       ///< why the file cannot be read; empty: it can, or is being read
    std::shared_ptr<const ImportPlan> plan;         ///< the newest; of earlier choices while a new one is made
    bool current = false;                           ///< the plan is that of all choices, and nothing more is tried
    std::int64_t tried = 0, left = 0;               ///< choices of answers, while they are tried
    std::string write_problem;                      ///< why the folder could not be written; empty: it could

    std::filesystem::path written_folder;  ///< written last, and
    std::string written;                   ///< what is to be said when it has been opened; empty: nothing

    std::string unfolded;  ///< the anchor of the piece whose other tensors are listed; empty: none
};

/// What import_model() is asked for.
ImportRequest request_of(const Importing& importing);

/// Whether the file is being read, or what was chosen is being looked at.
bool is_working(const Importing& importing);

/// Whether the file has been read and its tensors are those of an encoder-decoder.
bool is_read(const Importing& importing);

}  // namespace vitrine
