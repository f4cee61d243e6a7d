#include "core/files/problem.h"

#include <string_view>

#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// With a space for every control character, and "<C3>" for a byte that is not UTF-8.
std::string on_one_line(const std::string& text) {
    std::string line;
    for_each_step(text, [&](const Utf8Step& step, std::string_view part) {
        if (!step.valid) return void(line += with_bytes_named(part));
        line += is_control(step.character) ? " " : part;
    });
    return line;
}

/// Without the middle of a long text: the file stands in front, and what is wrong at the end.
std::string without_middle(const std::string& text) {
    constexpr std::size_t longest = 900, front = 600;
    if (text.size() <= longest) return text;
    std::size_t end = front, begin = text.size() - (longest - front);
    while (continues_character(text[end])) --end;
    while (continues_character(text[begin])) ++begin;
    return text.substr(0, end) + " … " + text.substr(begin);
}

[[noreturn]] void fail_with(const std::string& text) { throw Error(without_middle(on_one_line(text))); }

}  // namespace

void fail(const std::string& where, const std::string& problem) { fail_with(where + ": " + problem); }

void fail_field(const std::string& field, const std::string& predicate) { fail_with(field + " " + predicate); }

}  // namespace vitrine
