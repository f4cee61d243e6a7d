#pragma once
/// What the build knows about the program: its version, and where the files are that come with it: samples, tokenizers, shaders
/// and fonts.

#include <filesystem>
#include <string>
#include <vector>

namespace vitrine {

/// The version in CMakeLists.txt: "0.1.0".
const char* program_version();

/// Where to look for a folder; the first one that exists counts: beside the installed program, in the source tree that the
/// program was built from, where the program was to be installed. `installed`: its path below share/vitrine; `source`: its path
/// in the source tree.
std::vector<std::filesystem::path> data_folders(const std::string& installed, const std::string& source);

}  // namespace vitrine
