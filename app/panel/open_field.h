#pragma once
/// The field in which a word, a number or a setting is typed.

#include "app/panel/panel.h"

namespace vitrine {

struct OpenFieldLook {
    std::string_view placeholder = {};  ///< shown while the text is empty
    bool wrong = false;                 ///< framed as wrong even before Enter
    Font font = Font::mono;
};

/// Draws the open field with its text. Requires: one is open.
void draw_open_field(Ui& ui, const Rect& area, const OpenFieldLook& look, const State& state, Commands& commands);

}  // namespace vitrine
