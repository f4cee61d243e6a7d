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

bool needs_exponent(double value) { return is_large(value) || is_tiny(value); }

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
    if (!std::isfinite(value)) return special(value);
    if (type != ElementType::scalar) return fmt::format("{}", static_cast<long long>(value));
    return needs_exponent(value) ? fmt::format("{:+.4e}", value) : fmt::format("{:+.4f}", value);
}

std::string plain_number(double value) {
    if (!std::isfinite(value)) return special(value);
    return needs_exponent(value) ? fmt::format("{:.3e}", value) : fmt::format("{:.4f}", value);
}

int fitting_decimals(double limit, bool negative, int characters) {
    if (is_large(limit)) return characters >= 5 + negative ? 1 : -1;
    const int whole = limit < 10 ? 1 : static_cast<int>(std::log10(limit)) + 1;
    const int decimals = std::min(4, characters - whole - 1 - negative);
    return decimals >= 1 ? decimals : -1;
}

}  // namespace vitrine
