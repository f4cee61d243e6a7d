#pragma once
/// What is taken out of the program as files: pictures of the screen, a walk through the run, tensors.

#include <cstdint>
#include <optional>
#include <string>

#include "core/io/trace_files.h"

namespace vitrine {

enum class PictureFormat : std::uint8_t { png, svg };

/// "png", "svg": also how the names of such files end.
const char* name(PictureFormat format);

/// By the end of a file's name, in small or capital letters; nothing where it says neither.
std::optional<PictureFormat> picture_format(const std::string& path);

}  // namespace vitrine
