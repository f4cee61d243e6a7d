#pragma once
/// The page's fields, and their texts.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/importing/state.h"

namespace vitrine {

// The anchors of the fields.
inline constexpr const char* import_file_field = "import/file";
inline constexpr const char* import_batch_field = "import/batch";
inline constexpr const char* import_reference_field = "import/reference";
inline constexpr const char* import_folder_field = "import/folder";

/// The field of a question whose answer is a number.
std::string answer_field(ImportQuestion question);

/// The question that a field answers; nothing if the field is for a path, or is not on the page.
std::optional<ImportQuestion> question_of(std::string_view field);

bool is_path_field(const std::string& field);

/// What is wrong with the text of a field; empty if nothing is.
std::string typo_in(const Importing& importing, const std::string& field);

/// Shows a path in a field as if it had been typed, but does not read the file.
void show_path(Importing& importing, const std::string& field, const std::filesystem::path& path);

/// Proposes a folder to write, beside the file.
void propose_folder(Importing& importing);

}  // namespace vitrine
