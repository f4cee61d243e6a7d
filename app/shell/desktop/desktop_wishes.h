#pragma once
/// What the desktop says of how its programs should look: dark or light, and whether things may move.

#include "app/base/job.h"
#include "app/state/state.h"

namespace vitrine {

/// Asks the desktop portal over D-Bus: org.freedesktop.appearance color-scheme (1 dark, 2 light) and GNOME's enable-animations.
/// Where nobody answers within half a second, it has no wishes.
DesktopWishes ask_desktop();

/// The same, as a job: HearDesktop.
Job desktop_job();

}  // namespace vitrine
