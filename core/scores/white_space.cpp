#include "core/scores/white_space.h"

#include <algorithm>

#include <utf8proc.h>

namespace vitrine {

namespace {

/// A range of code points, both ends included.
struct CodePoints {
    utf8proc_int32_t first, last;
};

/// Unicode's white space, and the four separators of ASCII, which are none there but are for Python.
constexpr CodePoints white_space[] = {{0x09, 0x0d},     {0x1c, 0x20},     {0x85, 0x85},     {0xa0, 0xa0},     {0x1680, 0x1680},
                                      {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}};

/// The first code point of a text that is not empty and the number of its bytes; a negative one and a single byte where it is no
/// UTF-8.
struct FirstCharacter {
    utf8proc_int32_t code_point = -1;
    std::size_t bytes = 1;
};

FirstCharacter first_character(std::string_view text) {
    FirstCharacter first;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &first.code_point);
    if (length < 1) return {};
    first.bytes = static_cast<std::size_t>(length);
    return first;
}

}  // namespace

std::vector<std::string_view> characters_of(std::string_view text) {
    std::vector<std::string_view> characters;
    while (!text.empty()) {
        const std::size_t bytes = first_character(text).bytes;
        characters.push_back(text.substr(0, bytes));
        text.remove_prefix(bytes);
    }
    return characters;
}

bool is_white_space(std::string_view character) {
    if (character.empty()) return false;
    const auto code_point = first_character(character).code_point;
    return std::any_of(std::begin(white_space), std::end(white_space),
                       [&](const CodePoints& range) { return code_point >= range.first && code_point <= range.last; });
}

std::vector<std::string_view> split_at_white_space(std::string_view text) {
    std::vector<std::string_view> pieces;
    std::size_t start = 0, end = 0;
    const auto close = [&] {
        if (end > start) pieces.push_back(text.substr(start, end - start));
    };
    for (const std::string_view character : characters_of(text)) {
        if (is_white_space(character)) {
            close();
            start = end + character.size();
        }
        end += character.size();
    }
    close();
    return pieces;
}

}  // namespace vitrine
