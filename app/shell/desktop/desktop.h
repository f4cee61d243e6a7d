#pragma once
/// Runs the program in a window of the desktop.

#include <filesystem>
#include <memory>
#include <optional>

#include "app/lesson/lesson.h"
#include "app/shell/loop/gpu_attention.h"
#include "app/state/state.h"

namespace vitrine {

struct DesktopOptions {
    std::optional<ModelRequest> request{};           ///< opened once the window is shown; nothing: the session's model is
    std::optional<double> scale{};                   ///< nothing: the session's, or else the display's own
    std::optional<ThemeChoice> theme{};              ///< nothing: the session's, or else the desktop's
    std::optional<std::filesystem::path> session{};  ///< its file; nothing: in the user's state folder
    std::string link{};                              ///< opened once the window is shown; empty: none
    std::vector<std::string> opens{};                ///< files and folders, opened as if they were dropped on the window
    GpuAttentionOptions attention{};
    std::shared_ptr<const Lesson> lesson{};  ///< begins at once; null: none
    bool lesson_on_own = false;              ///< on the requested model, not on the lesson's sample
};

/// Shows the model until the window is closed. Returns the signal that closed it, or 0 if the user did. Throws Error, which says
/// what to do instead, if no window can be opened, or if closing it loses something that cannot be kept.
int run_desktop(const DesktopOptions& options);

}  // namespace vitrine
