#pragma once
/// Finds fonts of the system, for characters that the program's fonts lack.

#include <set>
#include <string>
#include <vector>

#include "app/render/font_files.h"

namespace vitrine {

/// A font of the system, and the characters taken from it.
struct BorrowedFont {
    FontFile file;
    LoadedFont font;
    std::vector<ImWchar> characters;
};

/// For each of the characters, the font of the system that fontconfig prefers among those that have it. Characters that no font
/// has are left out.
std::vector<BorrowedFont> fonts_with(std::set<ImWchar> characters);

/// The files of a font family. `strong` is bold, or the same as regular if the family has no bold font.
struct FamilyFiles {
    FontFile regular, strong;
};

/// Throws Error, which names similar families, if the system has no family of this name.
FamilyFiles family_files(const std::string& family);

/// The families among these that the system has.
std::vector<std::string> families_there(const std::vector<std::string>& families);

}  // namespace vitrine
