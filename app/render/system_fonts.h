#pragma once
/// The system's fonts, for characters that those of the program lack.

#include <set>
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

}  // namespace vitrine
