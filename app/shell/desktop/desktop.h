#pragma once
/// The program in a window of the desktop.

#include <filesystem>
#include <optional>

#include "app/shell/loop/gpu_attention.h"
#include "app/state/state.h"

namespace vitrine {

struct DesktopOptions {
    std::optional<ModelRequest> request{};           ///< opened while the window is already there; nothing: the session's
    std::optional<double> scale{};                   ///< nothing: the session's, or else the display's own
    std::optional<ThemeChoice> theme{};              ///< nothing: the session's, or else the desktop's
    std::optional<std::filesystem::path> session{};  ///< where it is kept; nothing: in the user's state folder
    GpuAttentionOptions attention{};
};

/// Shows the model until the window is closed. Throws Error, saying what to do instead, where no window can be opened.
void run_desktop(const DesktopOptions& options);

}  // namespace vitrine
