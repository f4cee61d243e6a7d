#include "app/cli/common/quantities.h"

#include <array>

#include <fmt/format.h>

namespace vitrine {

namespace {

/// The number in the largest unit that leaves at least 1, also after rounding, so that 1000 kB never appears.
std::string in_units(Size number, const std::array<const char*, 4>& units) {
    std::size_t unit = 0;
    double value = static_cast<double>(number);
    while (unit + 1 < units.size() && value >= (unit == 0 ? 1000 : 999.995)) value /= 1000, ++unit;
    return unit == 0 ? fmt::format("{}{}", number, units[0]) : fmt::format("{:.2f}{}", value, units[unit]);
}

}  // namespace

std::string rounded_count(Size count) { return in_units(count, {"", "K", "M", "B"}); }

std::string rounded_bytes(Size bytes) { return in_units(bytes, {" B", " kB", " MB", " GB"}); }

}  // namespace vitrine
