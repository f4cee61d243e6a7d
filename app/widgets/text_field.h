#pragma once
/// A line of text one can type into. What keys do to the text is up to whoever owns it; the field draws it, with its caret, and
/// says where it was clicked.

#include <cstddef>
#include <string_view>

#include "app/widgets/ui.h"

namespace vitrine {

struct TextFieldInput {
    std::string name;  ///< the anchor's
    std::string_view text;
    std::size_t caret = 0, anchor = 0;  ///< in bytes, between characters; the text between them is selected
    std::string_view placeholder = {};  ///< what is written while there is no text
    std::string_view remark = {};       ///< at the right end while it is not typed into: how to get there
    bool typing = false;                ///< it has the keyboard
    Font font = Font::mono;
};

struct TextFieldOutput {
    bool clicked = false;
    std::optional<std::size_t> caret = std::nullopt;  ///< where it was clicked or dragged to
};

/// Of a text that is too long the part around the caret is shown.
TextFieldOutput text_field(Ui& ui, const Rect& area, const TextFieldInput& input);

}  // namespace vitrine
