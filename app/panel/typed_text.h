#pragma once
/// The effects of keyboard and pointer on the text of any field.

#include <optional>
#include <string>
#include <vector>

#include "app/base/command.h"
#include "app/base/text_edit.h"
#include "app/widgets/input.h"
#include "app/widgets/text_field.h"

namespace vitrine {

/// A field's text after a frame's input.
struct Typed {
    TextEdit text;
    std::vector<std::string> keys;  ///< keys that do nothing to a text: the owner of the field decides about them
};

/// Adds the typed characters, and does what keys do in every field: the keys of press(), Ctrl+V, and Ctrl+C and Ctrl+X if
/// something is selected. Copying adds its command.
Typed typed_into(TextEdit text, const Input& input, Commands& commands);

/// The text with the caret at the pointer and the dragged range selected; nothing if the pointer has changed nothing.
std::optional<TextEdit> pointed_text(const Ui& ui, const TextEdit& text, const TextFieldOutput& field);

}  // namespace vitrine
