#pragma once
/// Settings of the desktop, asked for over D-Bus. Of the program's files desktop_bus.cpp alone knows systemd's sd-bus.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace vitrine {

/// A setting of the desktop portal (org.freedesktop.portal.Settings.Read).
struct DesktopSetting {
    std::string group, key;  ///< "org.freedesktop.appearance", "color-scheme"
};

/// What a setting is, of a number or a truth value, on the bus at an address ("unix:path=/run/user/1000/bus,guid=…"). Nothing where
/// there is no bus, no portal, no such setting, or no answer in time.
std::optional<std::uint32_t> read_setting(const std::string& address, const DesktopSetting& setting,
                                          std::chrono::milliseconds patience);

}  // namespace vitrine
