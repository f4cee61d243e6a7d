#pragma once
/// The system's fonts, for characters that those of the program lack.

#include <set>
#include <string>
#include <vector>

#include "app/render/font_files.h"

namespace vitrine {

/// A font of the system, and the characters that are taken from it.
struct BorrowedFont {
    FontFile file;
    LoadedFont font;
    std::vector<ImWchar> characters;
};

/// For each of these characters by itself the font of the system that fontconfig prefers among those that have it. A character
/// that none has is in none.
std::vector<BorrowedFont> fonts_with(std::set<ImWchar> characters);

/// The files of one family of fonts; `strong` is bold, or the regular one where the family has no bold one.
struct FamilyFiles {
    FontFile regular, strong;
};

/// Throws Error, which names similar families, if the system has no family of this name.
FamilyFiles family_files(const std::string& family);

/// Those of the families that the system has.
std::vector<std::string> families_there(const std::vector<std::string>& families);

}  // namespace vitrine
