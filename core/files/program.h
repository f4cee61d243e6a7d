#pragma once
/// What the build knows about the program: its version, the processors it is for, and where the files are that come with it:
/// samples, tokenizers, shaders and fonts.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// The version in CMakeLists.txt: "0.1.0".
const char* program_version();

/// The widest vector instructions that the loops over numbers were compiled for: "AVX-512", "AVX2 and FMA", "NEON"; "none".
std::string_view compiled_simd();

/// The level of x86-64 that core was built for, where it is built for several: "v2", "v3" or "v4". Empty: it was built once.
std::string_view simd_level();

/// The program's own file, if the system says where that is: it is told here when the program starts, before data_folders() is
/// called.
void set_program_file(const std::filesystem::path& file);

/// Where to look for a folder; the first one that exists counts: beside the installed program, in the source tree that the
/// program was built from, where the program was to be installed. `installed`: its path below share/vitrine; `source`: its path
/// in the source tree.
std::vector<std::filesystem::path> data_folders(const std::string& installed, const std::string& source);

}  // namespace vitrine
