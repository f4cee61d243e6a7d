#pragma once
/// A text field of one line. The caller handles keys; the field draws the text with its caret and reports clicks.

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "app/widgets/ui.h"

namespace vitrine {

struct TextFieldInput {
    std::string name;  ///< the name of the anchor
    std::string_view text;
    std::size_t caret = 0, anchor = 0;  ///< in bytes, between characters; the text between them is selected
    std::string_view placeholder = {};  ///< shown while the text is empty
    std::string_view remark = {};       ///< at the right end while the field has no keyboard focus: how to reach it
    bool typing = false;                ///< it has the keyboard focus
    Font font = Font::mono;
    bool large = false;                                               ///< the main field of a page
    float kept = 0;                                                   ///< the width of what else stands at its right end
    std::span<const std::pair<std::size_t, std::size_t>> wrong = {};  ///< parts of the text, in bytes, to be underlined as wrong
};

struct TextFieldOutput {
    bool clicked = false;
    std::optional<std::size_t> caret = std::nullopt;  ///< the position that was clicked or dragged to
};

/// If the text is too long, shows the part around the caret.
TextFieldOutput text_field(Ui& ui, const Rect& area, const TextFieldInput& input);

}  // namespace vitrine
