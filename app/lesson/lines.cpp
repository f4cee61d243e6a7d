#include "app/lesson/lines.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string_view take_first_word(std::string_view& rest) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
    rest = trimmed(rest.substr(word.size()));
    return word;
}

std::string name_in(std::string_view text) {
    const std::string_view name = trimmed(text);
    const auto is_part = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    if (name.empty() || !std::ranges::all_of(name, is_part) || name.front() <= '9')
        throw Error(fmt::format("{} is no name: letters, digits and _", in_quotes(name)));
    return std::string(name);
}

std::string_view LessonLines::take() {
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    ++following_;
    return line;
}

std::string LessonLines::next() {
    number_ = following_;
    std::string line(take());
    while (line.starts_with('@') && rest_.starts_with("  ") && !trimmed(rest_.substr(0, rest_.find('\n'))).empty()) {
        line += ' ';
        line += trimmed(take());
    }
    return line;
}

}  // namespace vitrine
