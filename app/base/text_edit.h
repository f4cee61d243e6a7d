#pragma once
/// Editing one line of text. The text is UTF-8; positions in it are byte offsets, always between two characters.

#include <cstddef>
#include <string>
#include <string_view>

namespace vitrine {

struct TextEdit {
    std::string text;
    std::size_t caret = 0;
    std::size_t anchor = 0;  ///< where the selection began; equal to the caret: nothing is selected

    bool operator==(const TextEdit&) const = default;
};

/// The position one character before or after `place`, but never outside of the text.
std::size_t before(std::string_view text, std::size_t place);
std::size_t after(std::string_view text, std::size_t place);

/// An edit of this text with the caret at its end.
TextEdit typed_text(std::string text);

/// The edit with caret and anchor moved to valid positions.
TextEdit with_valid_caret(TextEdit edit);

/// Replaces the selection by typed text, without control characters.
void insert(TextEdit& edit, std::string_view typed);

/// Replaces the selection by a text from elsewhere, as one line: every run of control characters in it, such as line ends,
/// becomes a space, and those at its ends are removed.
void paste(TextEdit& edit, std::string_view text);

/// The selected text; empty: nothing is selected.
std::string selected_text(const TextEdit& edit);

/// Handles a key: arrows, Home and End (Shift selects, Ctrl moves by words), Backspace and Delete (with Ctrl a word), and Ctrl+A.
/// Returns false for any other key.
bool press(TextEdit& edit, std::string_view chord);

}  // namespace vitrine
