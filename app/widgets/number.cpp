#include "app/widgets/number.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/text/plain_text.h"

namespace vitrine {

int decimals_within(int characters, bool has_sign) { return std::clamp(characters - 2 - (has_sign ? 1 : 0), 0, 4); }

namespace {

/// The number of digits before the decimal point.
int whole_digits(std::string_view text) {
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    return static_cast<int>(std::min(text.find('.'), text.size()) - first);
}

/// The number as text, in the room of one digit before the decimal point and `decimals` after it.
std::string within(double value, int decimals) {
    for (int fewer = decimals; fewer >= 0; --fewer) {
        std::string text = fmt::format("{:.{}f}", value, fewer);
        const int more = whole_digits(text) - 1;
        // Without decimals there is no decimal point either, which leaves room for one more digit.
        if (more + fewer <= decimals || (fewer == 0 && more <= decimals + 1)) return text;
    }
    return exponent_text(value, false, 0);
}

}  // namespace

std::string cell_number(double value, ElementType type, int decimals) {
    if (!std::isfinite(value)) return decimal_text(value);
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
    return decimal_text(value, true);
}

std::string plain_number(double value) { return decimal_text(value); }

std::string brief_number(double value) {
    std::string text = decimal_text(value);
    return text.find('e') == std::string::npos ? text : exponent_text(value, false, 1);
}

std::string short_signed_number(double value, int decimals) {
    if (!std::isfinite(value)) return decimal_text(value);
    if (value == 0) return fmt::format("{:.{}f}", 0.0, decimals);
    if (std::abs(value) < 0.5 * std::pow(10, -decimals)) return exponent_text(value, true, 0);
    return (value > 0 ? "+" : "") + within(value, decimals);
}

}  // namespace vitrine
