#pragma once
/// Names temporary files, and removes those whose process was killed.

#include <filesystem>
#include <string>
#include <string_view>

namespace vitrine {

/// ".vitrine-PID-N" with a random number N, so that no two processes have the same name and no name is used again.
std::string temporary_name();

/// Whether a file of this name is a temporary one, of any process.
bool is_temporary_name(std::string_view name);

/// Whether there is something with that name.
bool is_there(const std::filesystem::path& path);

/// Removes the temporary files in a folder whose writers are gone. Files that cannot be removed stay.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace vitrine
