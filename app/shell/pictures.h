#pragma once
/// Pictures of the screen as files.

#include <string>

#include "app/shell/application.h"
#include "app/state/exporting.h"

namespace vitrine {

/// The bytes of such a file.
std::string picture_file(Application& application, PictureFormat format, const Still& still = {});

}  // namespace vitrine
