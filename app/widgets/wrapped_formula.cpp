/// Breaks formulas into several lines.

#include <algorithm>
#include <initializer_list>

#include "app/widgets/text_lines.h"

namespace vitrine {

namespace {

/// How bad it is for a formula to break at this space. (In prose, all spaces are the same.)
int cost_of_break(std::string_view text, std::size_t space, int depth) {
    const std::string_view before = text.substr(0, space), after = text.substr(space + 1);
    const auto starts = [&](std::initializer_list<std::string_view> signs) {
        return std::ranges::any_of(signs, [&](std::string_view sign) { return after.starts_with(sign); });
    };
    const auto ends = [&](std::initializer_list<std::string_view> signs) {
        return std::ranges::any_of(signs, [&](std::string_view sign) { return before.ends_with(sign); });
    };
    if (before.ends_with(' ') && !after.starts_with(' ')) return 0;  // several spaces separate two formulas
    int cost = 3;
    if (ends({",", ":"})) cost = 1;
    if (starts({"= "})) cost = 2;
    if (starts({"+ ", "− "})) cost = 4;
    if (starts({"· ", "/ ", "× ", "÷ ", "⊙ "})) cost = 7;
    if (ends({" =", " +", " −", " ·", " /", " ×", " ÷", " ⊙", "Σ", "√"})) cost = 9;  // a sign belongs to what follows it
    return cost + 10 * depth;
}

/// How many brackets are open at each byte.
std::vector<int> depths_of(std::string_view text) {
    std::vector<int> depths;
    int depth = 0;
    for (const char c : text) {
        if (c == ')' || c == ']') --depth;
        depths.push_back(depth);
        if (c == '(' || c == '[') ++depth;
    }
    return depths;
}

}  // namespace

std::vector<std::string_view> wrapped_formula(const Fonts& fonts, Font font, std::string_view text, float width) {
    const std::vector<int> depths = depths_of(text);
    return lines_of(fonts, font, text, width, [&](std::size_t, std::size_t at) { return cost_of_break(text, at, depths[at]); });
}

}  // namespace vitrine
