#include "core/trace/plain_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vitrine {

namespace {

bool starts_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::string spaces_up_to(std::size_t width, std::string_view text) {
    const std::size_t taken = text_width(text);
    return std::string(width > taken ? width - taken : 0, ' ');
}

}  // namespace

std::size_t text_width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_code_point));
}

std::string left_aligned(std::string_view text, std::size_t width) { return std::string(text) + spaces_up_to(width, text); }

std::string right_aligned(std::string_view text, std::size_t width) { return spaces_up_to(width, text) + std::string(text); }

std::string printable(std::string_view word) {
    std::string result;
    for (const char byte : word) {
        const auto code = static_cast<unsigned char>(byte);
        const bool control = code < 0x20 || code == 0x7F;
        if (!control) {
            result += byte;
        } else {  // U+2400 + code, in UTF-8
            result += {'\xE2', '\x90', static_cast<char>(0x80 + (code == 0x7F ? 0x21 : code))};
        }
    }
    return result;
}

std::string grouped(Size count) {
    std::string digits = std::to_string(count);
    for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ',');
    return digits;
}

std::string number_text(double value, ElementType type, int precision) {
    if (type != ElementType::scalar) return fmt::format("{:.0f}", value);
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return std::abs(value) < 1e7 ? fmt::format("{:.{}f}", value, precision) : fmt::format("{:.{}e}", value, precision);
}

}  // namespace vitrine
