#pragma once
/// Text that is typed into a field, and what the pointer does to it.

#include <optional>

#include "app/base/text_edit.h"
#include "app/widgets/text_field.h"

namespace vitrine {

/// The text with the caret where the pointer has put it, and selected up to there what it was dragged over; nothing where the
/// pointer has changed nothing.
std::optional<TextEdit> pointed_text(const Ui& ui, const TextEdit& text, const TextFieldOutput& field);

}  // namespace vitrine
