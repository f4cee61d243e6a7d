#pragma once
/// As much of D-Bus as it takes to ask the desktop for one setting: a socket, a greeting, one call, one answer. A library would be
/// another package to install for three numbers.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace vitrine {

/// Where the session's bus listens, from its address ("unix:path=/run/user/1000/bus,guid=…"): the name of a socket, which begins
/// with a NUL where it is an abstract one. Nothing where the address names none.
std::optional<std::string> socket_of(const std::string& address);

/// A setting of the desktop portal (org.freedesktop.portal.Settings.Read) that is a number or a truth value, as a number. Nothing
/// where there is no bus, no portal, no such setting, or no answer in time.
struct DesktopSetting {
    std::string group, key;  ///< "org.freedesktop.appearance", "color-scheme"
};
std::optional<std::uint32_t> read_setting(const std::string& address, const DesktopSetting& setting,
                                          std::chrono::milliseconds patience);

}  // namespace vitrine
