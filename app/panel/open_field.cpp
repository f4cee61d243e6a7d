#include "app/panel/open_field.h"

#include "app/edit/commands.h"
#include "app/panel/typed_text.h"
#include "app/widgets/text_field.h"

namespace vitrine {

void draw_open_field(Ui& ui, const Rect& area, const OpenFieldLook& look, const State& state, Commands& commands) {
    const OpenField& field = *state.field;
    const TextFieldInput input{.name = field_anchor,
                               .text = field.text.text,
                               .caret = field.text.caret,
                               .anchor = field.text.anchor,
                               .placeholder = look.placeholder,
                               .typing = state.focus == field_anchor,
                               .font = look.font};
    const TextFieldOutput output = text_field(ui, area, input);
    if (look.wrong || !field.problem.empty()) ui.frame(area, ui.theme.error, metrics::radius, 1.5f);
    if (const auto moved = pointed_text(ui, field.text, output)) commands.push_back(SetFieldText{*moved});
}

}  // namespace vitrine
