#include "app/shell/desktop/desktop_wishes.h"

#include <cstdlib>

#include "app/shell/desktop/desktop_bus.h"

namespace vitrine {

DesktopWishes ask_desktop() {
    const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
    if (!address) return {};
    constexpr std::chrono::milliseconds patience{500};
    DesktopWishes wishes;
    const auto scheme = read_setting(address, {"org.freedesktop.appearance", "color-scheme"}, patience);
    if (scheme == 1u) wishes.appearance = Appearance::dark;
    if (scheme == 2u) wishes.appearance = Appearance::light;
    if (!scheme) return wishes;  // nobody there to ask further
    const auto animations = read_setting(address, {"org.gnome.desktop.interface", "enable-animations"}, patience);
    if (animations) wishes.reduced_motion = *animations == 0u;
    return wishes;
}

void DesktopListener::ask() {
    if (!asked_.valid()) asked_ = std::async(std::launch::async, ask_desktop);
}

std::optional<DesktopWishes> DesktopListener::take() {
    if (!asked_.valid() || asked_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    return asked_.get();
}

}  // namespace vitrine
