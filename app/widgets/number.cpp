#include "app/widgets/number.h"

#include <algorithm>
#include <cmath>
#include <string_view>

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

/// "+1.300e-6", "2.000e5": an exponent has no more digits than it needs, and no plus.
std::string with_exponent(double value, bool plus, int decimals) {
    std::string text = plus ? fmt::format("{:+.{}e}", value, decimals) : fmt::format("{:.{}e}", value, decimals);
    const std::size_t digits = text.find('e') + 2;
    while (text[digits] == '0' && digits + 1 < text.size()) text.erase(digits, 1);
    if (text[digits - 1] == '+') text.erase(digits - 1, 1);
    return text;
}

std::string in_full(double value, bool plus) {
    if (!std::isfinite(value)) return special(value);
    if (value == 0) return "0.0000";  // of either sign
    if (is_large(value) || is_tiny(value)) return with_exponent(value, plus, 3);
    return plus ? fmt::format("{:+.4f}", value) : fmt::format("{:.4f}", value);
}

}  // namespace

int decimals_within(int characters, bool has_sign) { return std::clamp(characters - 2 - (has_sign ? 1 : 0), 0, 4); }

namespace {

/// The digits before the point of a number as text.
int whole_digits(std::string_view text) {
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    return static_cast<int>(std::min(text.find('.'), text.size()) - first);
}

/// In the room of one digit before the point and `decimals` behind it.
std::string within(double value, int decimals) {
    for (int fewer = decimals; fewer >= 0; --fewer) {
        std::string text = fmt::format("{:.{}f}", value, fewer);
        const int more = whole_digits(text) - 1;
        // Without decimals there is no point either, which leaves room for one more digit.
        if (more + fewer <= decimals || (fewer == 0 && more <= decimals + 1)) return text;
    }
    return with_exponent(value, false, 0);
}

}  // namespace

std::string cell_number(double value, ElementType type, int decimals) {
    if (!std::isfinite(value)) return special(value);
    if (type != ElementType::scalar) return fmt::format("{}", static_cast<long long>(value));
    std::string text = within(value, decimals);
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
    if (std::abs(value) < 0.5 * std::pow(10, -decimals)) return with_exponent(value, true, 0);
    return (value > 0 ? "+" : "") + within(value, decimals);
}

}  // namespace vitrine
