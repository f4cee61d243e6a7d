#include "core/text/plain_text.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "core/text/utf8.h"

namespace vitrine {

namespace {

std::string spaces_up_to(std::size_t width, std::string_view text) {
    const std::size_t taken = text_width(text);
    return std::string(width > taken ? width - taken : 0, ' ');
}

/// Breaks one line into lines that fit.
std::string broken(std::string_view line, std::size_t columns, std::string_view indent) {
    std::string text, row;
    while (!line.empty()) {
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        const std::size_t end = std::min(line.find(' ', blanks), line.size());
        const std::string_view word = line.substr(0, end);
        if (!row.empty() && text_width(row) + text_width(word) > columns && blanks < line.size()) {
            text += row + '\n';
            row = std::string(indent) + std::string(line.substr(blanks, end - blanks));
        } else {
            row += word;
        }
        line.remove_prefix(end);
    }
    return text + row + '\n';
}

}  // namespace

std::size_t text_width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), std::not_fn(continues_character)));
}

std::string left_aligned(std::string_view text, std::size_t width) { return std::string(text) + spaces_up_to(width, text); }

std::string right_aligned(std::string_view text, std::size_t width) { return spaces_up_to(width, text) + std::string(text); }

std::string printable(std::string_view word) {
    std::string result;
    for_each_step(word, [&](const Utf8Step& step, std::string_view part) {
        const char32_t code = step.character;
        if (!step.valid) {
            result += with_bytes_named(part);
        } else if (!is_control(code)) {
            result += part;
        } else if (code < 0x20 || code == 0x7F) {
            result += utf8_of(code == 0x7F ? U'␡' : U'␀' + code);
        } else {
            result += fmt::format("<U+{:04X}>", static_cast<unsigned>(code));
        }
    });
    return result;
}

std::string shortened(std::string_view text, std::size_t longest) {
    if (text.size() <= longest) return std::string(text);
    while (longest > 0 && continues_character(text[longest])) --longest;
    return std::string(text.substr(0, longest)) + "…";
}

std::string printable_lines(std::string_view text) {
    std::string lines;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        lines += printable(text.substr(0, end)) + '\n';
        text.remove_prefix(end + 1);
    }
    return lines + printable(text);
}

std::string in_quotes(std::string_view text, std::size_t longest) {
    if (text.size() <= longest) return '\'' + printable(text) + '\'';
    std::size_t end = longest * 3 / 4, begin = text.size() - (longest - end);
    while (end > 0 && continues_character(text[end])) --end;
    while (begin < text.size() && continues_character(text[begin])) ++begin;
    return '\'' + printable(text.substr(0, end)) + " … " + printable(text.substr(begin)) + '\'';
}

std::string grouped(Size count) {
    std::string digits = std::to_string(count);
    for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ' ');
    return digits;
}

std::string wrapped_text(std::string_view text, std::size_t columns, std::string_view indent) {
    std::string all;
    for (bool more = true; more;) {
        const std::size_t end = text.find('\n');
        more = end != std::string_view::npos;
        all += broken(text.substr(0, end), columns, indent);
        text.remove_prefix(more ? end + 1 : text.size());
    }
    return all;
}

std::string counted(Size count, std::string_view noun) {
    return grouped(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

std::string percent(double share, int decimals) {
    const double step = std::pow(10.0, -decimals - 2);
    const bool too_large = share < 1 && share >= 1 - step / 2, too_small = share > 0 && share <= step / 2;
    return fmt::format("{}{:.{}f} %", too_small ? "below " : "", 100 * (too_large ? 1 - step : too_small ? step : share), decimals);
}

std::string number_text(double value, ElementType type, int precision) {
    if (type != ElementType::scalar) return fmt::format("{:.0f}", value);
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return std::abs(value) < 1e7 ? fmt::format("{:.{}f}", value, precision) : fmt::format("{:.{}e}", value, precision);
}

std::string exponent_text(double value, bool plus, int decimals) {
    std::string text = plus ? fmt::format("{:+.{}e}", value, decimals) : fmt::format("{:.{}e}", value, decimals);
    const std::size_t digits = text.find('e') + 2;
    while (text[digits] == '0' && digits + 1 < text.size()) text.erase(digits, 1);
    if (text[digits - 1] == '+') text.erase(digits - 1, 1);
    return text;
}

std::string decimal_text(double value, bool plus) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    if (value == 0) return "0.0000";
    const double size = std::abs(value);
    if (size >= 1e5 || size < 1e-4) return exponent_text(value, plus, 3);
    return plus ? fmt::format("{:+.4f}", value) : fmt::format("{:.4f}", value);
}

}  // namespace vitrine
