#include "core/language/sections.h"

#include <algorithm>

#include "core/text/plain_text.h"
#include "core/text/split.h"

namespace vitrine::language {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return "";
    return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

Section section_of(const std::string& heading, int number) {
    if (!heading.ends_with(']')) throw Error("a heading ends with ']'");
    Section section{"", parts_of(std::string_view(heading).substr(1, heading.size() - 2), '|'), number, {}};
    std::string& first = section.parts.front();
    const std::size_t space = first.find(' ');
    section.kind = first.substr(0, space);
    first = space == std::string::npos ? "" : trimmed(std::string_view(first).substr(space));
    return section;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
    const std::vector<std::string_view> words = split_at_spaces(text);
    return {words.begin(), words.end()};
}

std::vector<std::string> parts_of(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t first = 0;;) {
        const std::size_t last = text.find(separator, first);
        parts.push_back(trimmed(text.substr(first, last - first)));
        if (last == std::string_view::npos) return parts;
        first = last + 1;
    }
}

std::uint32_t weight_of(const std::string& digits) {
    const bool is_number = !digits.empty() && digits.size() <= 3 && digits.find_first_not_of("0123456789") == std::string::npos;
    const int weight = is_number ? std::stoi(digits) : 0;
    if (weight == 0) throw Error(in_quotes(digits) + " is no weight from 1 to 999");
    return static_cast<std::uint32_t>(weight);
}

void at_line(int number, const std::function<void()>& body) {
    try {
        body();
    } catch (const Error& error) {
        if (std::string_view(error.what()).starts_with("line ")) throw;  // it already says where
        throw Error("line " + std::to_string(number) + ": " + error.what());
    }
}

std::vector<Section> sections_of(std::string_view text) {
    std::vector<Section> sections;
    int number = 0;
    for (std::size_t first = 0; first < text.size(); ++number) {
        const std::size_t last = std::min(text.find('\n', first), text.size());
        const std::string_view whole = text.substr(first, last - first);
        first = last + 1;
        const std::string line = trimmed(whole.substr(0, whole.find('#')));
        if (line.empty()) continue;
        at_line(number + 1, [&] {
            if (line.starts_with('[')) return sections.push_back(section_of(line, number + 1));
            if (sections.empty()) throw Error(in_quotes(line) + " stands before the first heading");
            sections.back().lines.push_back({line, number + 1});
        });
    }
    return sections;
}

}  // namespace vitrine::language
