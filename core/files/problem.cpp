#include "core/files/problem.h"

#include <algorithm>

#include "core/text/plain_text.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

std::string without_middle(const std::string& text) {
    constexpr std::size_t longest = 900, front = 600;
    if (text.size() <= longest) return text;
    std::size_t end = front, begin = text.size() - (longest - front);
    while (continues_character(text[end])) --end;
    while (continues_character(text[begin])) ++begin;
    return text.substr(0, end) + " … " + text.substr(begin);
}

[[noreturn]] void fail_with(const std::string& text) { throw Error(one_line(text)); }

}  // namespace

std::string one_line(std::string text) {
    for (const char blank : {'\n', '\r', '\t'}) std::ranges::replace(text, blank, ' ');
    return without_middle(printable(text));
}

void fail(const std::string& where, const std::string& problem) { fail_with(where + ": " + problem); }

void fail_field(const std::string& field, const std::string& predicate) { fail_with(field + " " + predicate); }

}  // namespace vitrine
