#include "app/shell/desktop/desktop_wishes.h"

#include <cstdlib>

#include "app/shell/desktop/desktop_bus.h"
#include "app/state/window_commands.h"

namespace vitrine {

DesktopWishes ask_desktop() {
    const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
    if (!address) return {};
    constexpr std::chrono::milliseconds patience{500};
    DesktopWishes wishes;
    const auto scheme = read_setting(address, {"org.freedesktop.appearance", "color-scheme"}, patience);
    if (scheme == 1u) wishes.appearance = Appearance::dark;
    if (scheme == 2u) wishes.appearance = Appearance::light;
    if (!scheme) return wishes;  // no portal has answered, so it is not asked again
    const auto animations = read_setting(address, {"org.gnome.desktop.interface", "enable-animations"}, patience);
    if (animations) wishes.reduced_motion = *animations == 0u;
    return wishes;
}

namespace {

/// Empty, since there is only one question to ask.
struct DesktopQuestion {
    bool operator==(const DesktopQuestion&) const = default;
};

}  // namespace

Job desktop_job() {
    Job job = job_of([](Work&) { return HearDesktop{ask_desktop()}; }, [](const std::string&) -> Command { return HearDesktop{}; });
    job.question = DesktopQuestion{};
    return job;
}

}  // namespace vitrine
