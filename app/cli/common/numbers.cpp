#include "app/cli/common/numbers.h"

#include <charconv>

#include <fmt/format.h>

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
    if (interval.least != -none) words = fmt::format("of at least {}", interval.least);
    if (interval.above != -none) words = fmt::format("above {}", interval.above);
    if (interval.below != none) words += fmt::format("{}below {}", words.empty() ? "" : " and ", interval.below);
    if (interval.most != none) words += fmt::format("{}at most {}", words.empty() ? "of " : " and ", interval.most);
    if (words.empty()) words = "that is finite";
    return words;
}

}  // namespace

Objection whole_number(std::int64_t least) {
    return [least](const std::string& text) -> std::string {
        std::int64_t number = 0;
        std::uint64_t large = 0;
        if (parse(text, number) && number >= least) return "";
        if (least == 0 && parse(text, large)) return "";
        return fmt::format("'{}' is not a whole number of at least {}", text, least);
    };
}

Objection number_in(const Interval& interval) {
    return [interval](const std::string& text) -> std::string {
        double number = 0;
        if (parse(text, number) && interval.contains(number)) return "";
        return fmt::format("'{}' is not a number {}", text, words_of(interval));
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
