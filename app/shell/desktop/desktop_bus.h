#pragma once
/// Settings of the desktop, read over D-Bus. Only desktop_bus.cpp uses systemd's sd-bus.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace vitrine {

/// A setting of the desktop portal (org.freedesktop.portal.Settings.Read).
struct DesktopSetting {
    std::string group, key;  ///< "org.freedesktop.appearance", "color-scheme"
};

/// The value of a numeric or boolean setting, read from the bus at an address ("unix:path=/run/user/1000/bus,guid=…"). Nothing
/// without bus, portal or setting, or without an answer within `patience`.
std::optional<std::uint32_t> read_setting(const std::string& address, const DesktopSetting& setting,
                                          std::chrono::milliseconds patience);

}  // namespace vitrine
