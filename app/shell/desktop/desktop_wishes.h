#pragma once
/// Reads the desktop's appearance settings: dark or light, and whether things may move.

#include "app/base/job.h"
#include "app/state/state.h"

namespace vitrine {

/// Asks the desktop portal over D-Bus: org.freedesktop.appearance color-scheme (1 dark, 2 light) and GNOME's enable-animations.
/// Without an answer within half a second the wishes are empty.
DesktopWishes ask_desktop();

/// ask_desktop() as a job. Shows HearDesktop.
Job desktop_job();

}  // namespace vitrine
