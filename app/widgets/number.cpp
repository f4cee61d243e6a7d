#include "app/widgets/number.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vitrine {

namespace {

std::string special(double value) {
    if (std::isnan(value)) return "NaN";
    return value < 0 ? "−∞" : "∞";
}

bool is_large(double value) { return std::abs(value) >= 1e5; }

/// With four decimals it would read as 0, which it is not.
bool is_tiny(double value) { return value != 0 && std::abs(value) < 1e-4; }

/// "+1.300e-6": an exponent has no more digits than it needs.
std::string with_exponent(double value, bool plus, int decimals) {
    std::string text = plus ? fmt::format("{:+.{}e}", value, decimals) : fmt::format("{:.{}e}", value, decimals);
    const std::size_t digits = text.find('e') + 2;
    while (text[digits] == '0' && digits + 1 < text.size()) text.erase(digits, 1);
    return text;
}

std::string in_full(double value, bool plus) {
    if (!std::isfinite(value)) return special(value);
    if (value == 0) return "0.0000";  // of either sign
    if (is_large(value) || is_tiny(value)) return with_exponent(value, plus, 3);
    return plus ? fmt::format("{:+.4f}", value) : fmt::format("{:.4f}", value);
}

}  // namespace

std::string cell_number(double value, ElementType type, int decimals) {
    if (!std::isfinite(value)) return special(value);
    if (type != ElementType::scalar) return fmt::format("{}", static_cast<long long>(value));
    if (is_large(value)) return fmt::format("{:.0e}", value);
    std::string text = fmt::format("{:.{}f}", value, decimals);
    // A small negative number must not read as −0.
    if (text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
    return text;
}

std::string power_of_ten(int exponent) {
    constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char digit : std::to_string(std::abs(exponent))) text += digits[digit - '0'];
    return text;
}

std::string signed_number(double value, ElementType type) {
    if (std::isfinite(value) && type != ElementType::scalar) return fmt::format("{}", static_cast<long long>(value));
    return in_full(value, true);
}

std::string plain_number(double value) { return in_full(value, false); }

std::string short_signed_number(double value, int decimals) {
    if (!std::isfinite(value)) return special(value);
    if (value == 0) return fmt::format("{:.{}f}", 0.0, decimals);
    if (is_large(value) || std::abs(value) < 0.5 * std::pow(10, -decimals)) return with_exponent(value, true, 0);
    return fmt::format("{:+.{}f}", value, decimals);
}

int fitting_decimals(double limit, bool negative, int characters) {
    if (is_large(limit)) return characters >= 5 + negative ? 1 : -1;
    const int whole = limit < 10 ? 1 : static_cast<int>(std::log10(limit)) + 1;
    const int decimals = std::min(4, characters - whole - 1 - negative);
    return decimals >= 1 ? decimals : -1;
}

}  // namespace vitrine
