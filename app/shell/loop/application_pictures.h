#pragma once
/// Writes pictures of the screen as files.

#include "app/export/exporting.h"
#include "app/shell/loop/application.h"

namespace vitrine {

/// The bytes of a picture file.
std::string picture_file(Application& application, PictureFormat format, const Still& still = {});

}  // namespace vitrine
