#pragma once
/// Folders and names of exported files.

#include <filesystem>
#include <string>
#include <string_view>

namespace vitrine {

/// The user's folder of pictures, as the desktop defines it (XDG_PICTURES_DIR, user-dirs.dirs), or the working directory if there
/// is none.
std::filesystem::path pictures_folder();

/// A file name without characters that are forbidden or unusual in file names: "my model/2" becomes "my-model-2".
std::string file_name(std::string_view text);

/// FOLDER/STEM + ENDING or, if that exists, STEM-2, STEM-3 and so on. The ending begins with a dot, or is empty for a folder.
std::filesystem::path unused_path(const std::filesystem::path& folder, const std::string& stem, const std::string& ending);

}  // namespace vitrine
