#include "app/cli/common/numbers.h"

#include <charconv>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

template <class T>
bool parse(const std::string& text, T& number) {
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stopped == end;
}

std::string words_of(const Interval& interval) {
    constexpr double none = std::numeric_limits<double>::infinity();
    std::string words;
    if (interval.least != -none && interval.most != none) return fmt::format("from {} to {}", interval.least, interval.most);
    if (interval.least != -none) words = fmt::format("of at least {}", interval.least);
    if (interval.above != -none) words = fmt::format("above {}", interval.above);
    if (interval.below != none) words += fmt::format("{}below {}", words.empty() ? "" : " and ", interval.below);
    if (interval.most != none) words += fmt::format("{}at most {}", words.empty() ? "of " : " and ", interval.most);
    if (words.empty()) words = "that is finite";
    return words;
}

}  // namespace

template <class Number>
std::string read_number(const std::string& text, Number& number) {
    if constexpr (std::is_floating_point_v<Number>) {
        if (parse(text, number) && std::isfinite(number)) return "";
        return fmt::format("{} is not a finite number", in_quotes(text));
    }
    if (parse(text, number)) return "";
    std::int64_t large = 0;
    if (std::is_signed_v<Number> && parse(text, large)) return fmt::format("{} is too large", in_quotes(text));
    return fmt::format("{} is not a whole number{}", in_quotes(text), std::is_signed_v<Number> ? "" : " of at least 0");
}

template std::string read_number(const std::string&, int&);
template std::string read_number(const std::string&, std::int64_t&);
template std::string read_number(const std::string&, std::uint64_t&);
template std::string read_number(const std::string&, double&);

Objection whole_number(std::int64_t least) {
    return [least](const std::string& text) -> std::string {
        std::int64_t number = 0;
        std::uint64_t large = 0;
        if (parse(text, number) && number >= least) return "";
        if (least == 0 && parse(text, large)) return "";
        return fmt::format("{} is not a whole number of at least {}", in_quotes(text), least);
    };
}

Objection whole_number_between(std::int64_t least, std::int64_t most) {
    return [least, most](const std::string& text) -> std::string {
        std::int64_t number = 0;
        if (parse(text, number) && number >= least && number <= most) return "";
        return fmt::format("{} is not a whole number from {} to {}", in_quotes(text), least, most);
    };
}

Objection number_in(const Interval& interval) {
    return [interval](const std::string& text) -> std::string {
        double number = 0;
        if (parse(text, number) && interval.contains(number)) return "";
        return fmt::format("{} is not a number {}", in_quotes(text), words_of(interval));
    };
}

std::vector<std::string> split_at_commas(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t start = 0;;) {
        const std::size_t comma = text.find(',', start);
        parts.emplace_back(text.substr(start, comma - start));
        if (comma == std::string_view::npos) return parts;
        start = comma + 1;
    }
}

}  // namespace vitrine
