#include "core/scores/white_space.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// A range of code points, both ends included.
struct CodePoints {
    char32_t first, last;
};

/// Unicode's white space, and the four ASCII separators that Python adds.
constexpr CodePoints white_space[] = {{0x09, 0x0d},     {0x1c, 0x20},     {0x85, 0x85},     {0xa0, 0xa0},     {0x1680, 0x1680},
                                      {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}};

}  // namespace

std::vector<std::string_view> characters_of(std::string_view text) {
    std::vector<std::string_view> characters;
    while (!text.empty()) {
        const Utf8Step step = utf8_step(text, 0);
        const std::size_t bytes = step.valid ? step.length : 1;
        characters.push_back(text.substr(0, bytes));
        text.remove_prefix(bytes);
    }
    return characters;
}

bool is_white_space(std::string_view character) {
    if (character.empty()) return false;
    const Utf8Step step = utf8_step(character, 0);
    return step.valid && std::any_of(std::begin(white_space), std::end(white_space), [&](const CodePoints& range) {
               return step.character >= range.first && step.character <= range.last;
           });
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
