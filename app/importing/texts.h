#pragma once
/// The fields of the page, and what stands in them.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/importing/state.h"

namespace vitrine {

// Their anchors.
inline constexpr const char* import_file_field = "import/file";
inline constexpr const char* import_batch_field = "import/batch";
inline constexpr const char* import_reference_field = "import/reference";
inline constexpr const char* import_folder_field = "import/folder";

/// The field of a question that is answered by a number.
std::string answer_field(ImportQuestion question);

/// The question that a field answers; nothing: it is the field of a path, or none.
std::optional<ImportQuestion> question_of(std::string_view field);

bool is_path_field(const std::string& field);

/// What is wrong with the text of a field; empty: nothing.
std::string typo_in(const Importing& importing, const std::string& field);

/// Shows a path in a field as if it had been typed, but takes no file.
void show_path(Importing& importing, const std::string& field, const std::filesystem::path& path);

/// Proposes the folder to write, beside the file.
void propose_folder(Importing& importing);

}  // namespace vitrine
