#pragma once
/// The program in a window of the desktop.

#include <optional>

#include "app/state/state.h"

namespace vitrine {

struct DesktopOptions {
    ModelRequest request;         ///< opened while the window is already there
    std::optional<double> scale;  ///< nothing: the display's own
    Appearance appearance = Appearance::dark;
};

/// Shows the model until the window is closed. Throws Error, saying what to do instead, where no window can be opened.
void run_desktop(const DesktopOptions& options);

}  // namespace vitrine
