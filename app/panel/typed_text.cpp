#include "app/panel/typed_text.h"

#include "app/state/clipboard.h"

namespace vitrine {

Typed typed_into(TextEdit text, const Input& input, Commands& commands) {
    Typed typed{.text = std::move(text), .keys = {}};
    const bool is_text = !input.modifiers.ctrl && !input.modifiers.alt;
    if (is_text) insert(typed.text, input.text);
    for (const std::string& key : input.keys) {
        const std::string selected = selected_text(typed.text);
        if (press(typed.text, key)) continue;
        if (pastes(key)) {
            paste(typed.text, input.clipboard);
        } else if ((key == "ctrl+c" || key == "ctrl+x") && !selected.empty()) {
            commands.push_back(CopyText{selected});
            if (key == "ctrl+x") press(typed.text, "delete");
        } else {
            typed.keys.push_back(key);
        }
    }
    return typed;
}

std::optional<TextEdit> pointed_text(const Ui& ui, const TextEdit& text, const TextFieldOutput& field) {
    if (!field.caret || !ui.pointer().down) return std::nullopt;
    TextEdit moved = text;
    moved.caret = *field.caret;
    if (ui.pointer().pressed) moved.anchor = moved.caret;
    return moved == text ? std::nullopt : std::optional(moved);
}

}  // namespace vitrine
