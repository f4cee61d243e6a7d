#pragma once
/// Writes pictures as PNG files.

#include <string>

#include "app/render/image.h"

namespace vitrine {

/// The bytes of a PNG file. Throws Error if the picture is empty.
std::string png(const Image& image);

}  // namespace vitrine
