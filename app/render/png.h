#pragma once
/// Pictures as PNG files.

#include <filesystem>

#include "app/render/image.h"

namespace vitrine {

/// Writes a file of its own beside `path` and then renames it: whoever reads `path` finds the whole picture or the old one.
/// Folders on the way are made. Throws Error with the path and the reason.
void write_png(const std::filesystem::path& path, const Image& image);

}  // namespace vitrine
