#include "app/lesson/lines.h"

#include <algorithm>

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
