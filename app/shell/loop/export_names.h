#pragma once
/// Where exported files go and what they are called.

#include <filesystem>
#include <string>
#include <string_view>

namespace vitrine {

/// The user's folder of pictures, as the desktop has it (XDG_PICTURES_DIR, user-dirs.dirs), or the folder the program was started
/// in where there is none.
std::filesystem::path pictures_folder();

/// A name without what file systems do not take or people do not expect in one: "my model/2" becomes "my-model-2".
std::string file_name(std::string_view text);

/// FOLDER/STEM + ENDING or, where that exists, STEM-2, STEM-3 and so on. The ending begins with a dot, or is empty for a folder.
std::filesystem::path unused_path(const std::filesystem::path& folder, const std::string& stem, const std::string& ending);

}  // namespace vitrine
