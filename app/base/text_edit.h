#pragma once
/// A line of text that is being typed: what keys do to it. Text is UTF-8; places in it are in bytes, always between two characters.

#include <cstddef>
#include <string>
#include <string_view>

namespace vitrine {

struct TextEdit {
    std::string text;
    std::size_t caret = 0;
    std::size_t anchor = 0;  ///< where the selection began; the caret itself: nothing is selected

    bool operator==(const TextEdit&) const = default;
};

/// The place of the character before or after one; the ends stay where they are.
std::size_t before(std::string_view text, std::size_t place);
std::size_t after(std::string_view text, std::size_t place);

/// A text with the caret at its end.
TextEdit typed_text(std::string text);

/// The same with the caret and the anchor at places where they may be.
TextEdit sane(TextEdit edit);

/// Puts typed text in the place of what is selected. Control characters are left out.
void insert(TextEdit& edit, std::string_view typed);

/// Carries out a key: arrows, Home and End, with Shift to select and with Ctrl by words, Backspace and Delete, with Ctrl a word,
/// and Ctrl+A. False where the key is none of these.
bool press(TextEdit& edit, std::string_view chord);

}  // namespace vitrine
