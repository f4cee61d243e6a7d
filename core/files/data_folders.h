#pragma once
/// Where the files are that come with the program: samples, tokenizers, shaders and fonts.

#include <filesystem>
#include <string>
#include <vector>

namespace vitrine {

/// The places to look for a folder, the first one that is there counts: beside the installed program, in the source tree that the
/// program was built from, where the program was to be installed. `installed`: below share/vitrine; `source`: in the source tree.
std::vector<std::filesystem::path> data_folders(const std::string& installed, const std::string& source);

}  // namespace vitrine
