#pragma once
/// What the keyboard and the pointer do to the text of any field.

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
    std::vector<std::string> keys;  ///< those that do nothing to a text: the field's owner decides about them
};

/// Adds the typed characters, and does what keys do in every field: those of press(), Ctrl+V, and Ctrl+C and Ctrl+X where something
/// is selected. Copying adds its command.
Typed typed_into(TextEdit text, const Input& input, Commands& commands);

/// The text with the caret at the pointer and the dragged range selected; nothing if the pointer has changed nothing.
std::optional<TextEdit> pointed_text(const Ui& ui, const TextEdit& text, const TextFieldOutput& field);

}  // namespace vitrine
