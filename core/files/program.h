#pragma once
/// What the build knows about the program: its version, and where the files are that come with it, samples, tokenizers, shaders and
/// fonts.

#include <filesystem>
#include <string>
#include <vector>

namespace vitrine {

/// As CMakeLists.txt states it: "0.1.0".
const char* program_version();

/// The places to look for a folder, the first one that is there counts: beside the installed program, in the source tree that the
/// program was built from, where the program was to be installed. `installed`: below share/vitrine; `source`: in the source tree.
std::vector<std::filesystem::path> data_folders(const std::string& installed, const std::string& source);

}  // namespace vitrine
