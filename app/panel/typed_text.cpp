#include "app/panel/typed_text.h"

namespace vitrine {

std::optional<TextEdit> pointed_text(const Ui& ui, const TextEdit& text, const TextFieldOutput& field) {
    if (!field.caret || !ui.pointer().down) return std::nullopt;
    TextEdit moved = text;
    moved.caret = *field.caret;
    if (ui.pointer().pressed) moved.anchor = moved.caret;
    return moved == text ? std::nullopt : std::optional(moved);
}

}  // namespace vitrine
