/// The functions that make texts.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/formula/functions.h"
#include "app/run/picture.h"
#include "app/widgets/number.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

Value digits(const Arguments& arguments, const Scope&) {
    const Size decimals = whole_number_in(arguments[1], "the number of decimals");
    if (decimals < 0 || decimals > 12) throw Error(fmt::format("a number has from 0 to 12 decimals, not {}", decimals));
    std::string text = fmt::format("{:.{}f}", number_in(arguments[0], "the number"), decimals);
    if (text.starts_with('-')) text.replace(0, 1, "−");
    return text;
}

Value with_sign(const Arguments& arguments, const Scope&) {
    return signed_number(number_in(arguments[0], "the number"), ElementType::scalar);
}

Value percent(const Arguments& arguments, const Scope&) {
    return fmt::format("{:.0f}\u00a0%", 100 * number_in(arguments[0], "the share"));
}

/// "1 layer", "2 layers"; the third argument is the plural if it does not just end in s.
Value count(const Arguments& arguments, const Scope&) {
    const std::string one = text_in(arguments[1], "the name of what is counted");
    const std::string many = arguments.size() == 3 ? text_in(arguments[2], "the plural") : one + "s";
    const double number = number_in(arguments[0], "the count");
    return written(arguments[0]) + ' ' + (number == 1 ? one : many);
}

Value ordinal(const Arguments& arguments, const Scope&) {
    static constexpr std::array words{"first", "second",  "third",  "fourth", "fifth",
                                      "sixth", "seventh", "eighth", "ninth",  "tenth"};
    const Size place = whole_number_in(arguments[0], "the place");
    if (place >= 0 && place < static_cast<Size>(words.size())) return std::string(words[static_cast<std::size_t>(place)]);
    return fmt::format("{}th", place + 1);
}

Value cite(const Arguments& arguments, const Scope&) { return text_in(arguments[0], "what is quoted"); }

Value join(const Arguments& arguments, const Scope&) {
    const std::string between = arguments.size() == 2 ? text_in(arguments[1], "the text between") : " ";
    return fmt::format("{}", fmt::join(texts_in(arguments[0], "the list"), between));
}

/// The number of positions where both lists have the same text.
Value matches(const Arguments& arguments, const Scope&) {
    const Texts a = texts_in(arguments[0], "the first list"), b = texts_in(arguments[1], "the second list");
    double count = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += a[i] == b[i] ? 1 : 0;
    return number(count);
}

Value place_of(const Arguments& arguments, const Scope&) {
    const Texts texts = texts_in(arguments[0], "the list");
    const std::string wanted = text_in(arguments[1], "the text");
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i] == wanted) return number(static_cast<double>(i));
    }
    return number(-1);
}

/// “a”, or “a” (position 4) where it stands in the list more than once.
Value named_in(const Arguments& arguments, const Scope&) {
    const Texts texts = texts_in(arguments[0], "the list");
    const Size place = whole_number_in(arguments[1], "the place");
    if (place < 0 || place >= static_cast<Size>(texts.size()))
        throw Error(fmt::format("there is no place {} in a list of {}", place, texts.size()));
    return token_name({static_cast<Size>(texts.size()), [&](Size at) { return texts[static_cast<std::size_t>(at)]; }}, place);
}

}  // namespace

std::span<const Function> text_functions() {
    static constexpr Function list[] = {
        {"digits", 2, 2, digits, "digits(x, n): a number with n decimals"},
        {"signed", 1, 1, with_sign, "a number with its sign, even a plus"},
        {"percent", 1, 1, percent, "a fraction in per cent"},
        {"count", 2, 3, count,
         "count(n, noun) or count(n, noun, plural): a number with its noun, which is in the plural unless the number is 1"},
        {"ordinal", 1, 1, ordinal, "position 0 as “first”, 1 as “second”, …"},
        {"cite", 1, 1, cite, "a text as it is: a year, section or name that is quoted and cannot come from a run"},
        {"join", 1, 2, join,
         "join(list) or join(list, between): a list of texts joined into one, with blanks or another text between them"},
        {"named", 2, 2, named_in,
         "named(list, place): a text of a list in quotes, with its position if the list has it more than once"},
        {"matches", 2, 2, matches, "matches(list, list): at how many positions both lists have the same text"},
        {"place", 2, 2, place_of, "place(list, text): the position of a text in a list, from 0; −1 if it is not in the list"},
    };
    return list;
}

}  // namespace vitrine
