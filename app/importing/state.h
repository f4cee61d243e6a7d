#pragma once
/// The state of the import page: what the user has chosen, and what is known of the file.

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

/// A group of lines in the table: a parameter of ours, what it is made of, and the alternatives for each of its pieces.
struct ImportRow {
    enum class Kind : std::uint8_t {
        found,      ///< the mapping has found it
        corrected,  ///< the user has chosen it
        missing,    ///< nothing was found for it; its pieces are placeholders for the user's choice
        tied,       ///< the model does not have it, because the table named by the entry's reason takes its place
    };

    MappingEntry entry;
    std::vector<PieceShape> shapes;  ///< one per piece; empty: unknown
    Kind kind = Kind::found;

    // For each piece: the shape of its tensor, "32×32", and how it is taken. Empty for pieces made of zeros or computed.
    std::vector<std::string> stored{}, taken{};
};

/// What is known of an import with the current choices.
struct ImportPlan {
    Mapping mapping;
    std::vector<ImportRow> rows;
    std::vector<ImportQuestion> open;  ///< unanswered questions
    Size width = 1;                    ///< d_model
    std::vector<std::string> notes;    ///< one line each
    std::optional<Verification> verification;
    std::shared_ptr<const Import> import;  ///< its model can be written; null while a question is open, something is refused, or
                                           ///< answers are tried

    // Why a step is refused, in one line each; empty: it is not refused.
    std::string file_problem, mapping_problem, batch_problem, reference_problem;
};

/// state.of<Importing>()
struct Importing {
    std::map<std::string, TextEdit> texts;    ///< the texts of the fields, by their anchors
    std::map<std::string, std::string> typo;  ///< what is wrong with the text of a field, by its anchor
    std::vector<std::string> found;           ///< completions of the path being typed

    // What the user wants.
    std::filesystem::path file;  ///< empty: none chosen
    std::optional<std::filesystem::path> batch, reference;
    ImportAnswers given;
    std::vector<MappingEntry> corrections;
    bool without_unfitting = false;
    bool tries = true;     ///< try answers if there is a reference; false: the user has stopped that
    int revision = 0;      ///< counts the changes of all the above
    bool writing = false;  ///< the folder is being written

    // What is known.
    std::shared_ptr<const ForeignWeights> weights;  ///< the file's tensors; null: not read
    std::string file_problem;                       ///< why the file cannot be read; empty: it can be, or is being read
    std::shared_ptr<const ImportPlan> plan;         ///< the newest plan; while a new one is made, that of earlier choices
    bool current = false;                           ///< the plan includes all choices, and no more answers are tried
    std::int64_t tried = 0, left = 0;               ///< how many combinations of answers have been tried, and how many are left
    std::string write_problem;                      ///< why the folder could not be written; empty: nothing went wrong

    std::filesystem::path written_folder;  ///< the folder written last, and
    std::string written;                   ///< the message for when it has been opened; empty: none

    std::string unfolded;  ///< the anchor of the piece whose alternatives are listed; empty: none
};

/// The request for import_model() with the current choices.
ImportRequest request_of(const Importing& importing);

/// Whether the file is being read, or a plan is being made.
bool is_working(const Importing& importing);

/// Whether the file has been read and its tensors are those of an encoder-decoder.
bool is_read(const Importing& importing);

}  // namespace vitrine
