#pragma once
/// Selecting text in a field with the pointer.

#include <optional>

#include "app/base/text_edit.h"
#include "app/widgets/text_field.h"

namespace vitrine {

/// The text with the caret at the pointer and the dragged range selected; nothing if the pointer has changed nothing.
std::optional<TextEdit> pointed_text(const Ui& ui, const TextEdit& text, const TextFieldOutput& field);

}  // namespace vitrine
