#include "core/tasks/grammar_inflection.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace vitrine {

namespace {

bool ends_in_any(const std::string& word, std::initializer_list<std::string_view> endings) {
    return std::ranges::any_of(endings, [&](std::string_view ending) { return word.ends_with(ending); });
}

std::string without_last(const std::string& word, std::size_t letters) { return word.substr(0, word.size() - letters); }

}  // namespace

std::string english_with_s(const std::string& word) {
    if (ends_in_any(word, {"s", "x", "ch", "sh"})) return word + "es";
    if (word.ends_with("y") && !ends_in_any(word, {"ay", "ey", "oy", "uy"})) return without_last(word, 1) + "ies";
    return word + "s";
}

std::string french_plural(const std::string& singular) {
    if (ends_in_any(singular, {"s", "x", "z"})) return singular;
    if (singular.ends_with("al")) return without_last(singular, 1) + "ux";
    return singular + (singular.ends_with("eau") ? "x" : "s");
}

std::string french_feminine(const std::string& masculine) {
    if (masculine.ends_with("e")) return masculine;
    if (masculine.ends_with("eux")) return without_last(masculine, 1) + "se";
    return masculine + (ends_in_any(masculine, {"en", "on"}) ? "ne" : "e");
}

std::array<std::string, 4> french_present(const std::string& infinitive) {
    const std::string stem = without_last(infinitive, 2);
    return {stem + "e", stem + "e", stem + (stem.ends_with("g") ? "eons" : "ons"), stem + "ent"};
}

}  // namespace vitrine
