#pragma once
/// What the desktop says of how its programs should look: dark or light, and whether things may move.

#include <future>
#include <optional>

#include "app/state/state.h"

namespace vitrine {

/// Asks the desktop portal over D-Bus: org.freedesktop.appearance color-scheme (1 dark, 2 light) and GNOME's enable-animations.
/// Where nobody answers within half a second, it has no wishes.
DesktopWishes ask_desktop();

/// Asks away from the drawing thread.
class DesktopListener {
public:
    void ask();

    /// The answer, once.
    std::optional<DesktopWishes> take();

    /// Whether an answer is to be expected.
    bool waits() const { return asked_.valid(); }

private:
    std::future<DesktopWishes> asked_;
};

}  // namespace vitrine
