#include "core/files/problem.h"

#include <algorithm>

namespace vitrine {

namespace {

[[noreturn]] void fail_with(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
    throw Error(text);
}

}  // namespace

void fail(const std::string& where, const std::string& problem) { fail_with(where + ": " + problem); }

void fail_field(const std::string& field, const std::string& predicate) { fail_with(field + " " + predicate); }

}  // namespace vitrine
