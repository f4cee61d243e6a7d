/// Draws the fields of the page.

#include "app/importing/fields.h"

#include "app/export/save_as.h"
#include "app/importing/page/parts.h"
#include "app/panel/found_names.h"
#include "app/panel/typed_text.h"
#include "app/state/window_commands.h"
#include "app/widgets/text_field.h"

namespace vitrine {

namespace {

/// Draws only the field itself.
void draw_field(Ui& ui, const Rect& area, const std::string& field, std::string_view placeholder, const State& state,
                Commands& commands) {
    const Importing& importing = state.of<Importing>();
    const auto found = importing.texts.find(field);
    const TextEdit text = found == importing.texts.end() ? TextEdit{} : found->second;
    const TextFieldOutput output = text_field(ui, area,
                                              {.name = field,
                                               .text = text.text,
                                               .caret = text.caret,
                                               .anchor = text.anchor,
                                               .placeholder = placeholder,
                                               .typing = state.focus == field});
    if (output.clicked) commands.push_back(SetFocus{field});
    if (const auto pointed = pointed_text(ui, text, output)) commands.push_back(SetImportText{field, *pointed});
}

void say_typo(Column& column, const std::string& field, const Importing& importing) {
    const std::string typo = typo_in(importing, field);
    if (typo.empty()) return;
    column.gap(4);
    say_lines(column, column.ui.theme.error, typo);
}

}  // namespace

void say_lines(Column& column, Colour colour, const std::string& text, float below) {
    if (text.empty()) return;
    for (const std::string_view line : wrapped(column.ui.fonts, Font::note, text, column.width()))
        column.line(17, Font::note, colour, line);
    column.gap(below);
}

void draw_path_field(Column& column, const std::string& field, const ImportFieldLook& look, const State& state,
                     Commands& commands) {
    const Importing& importing = state.of<Importing>();
    section_title(column.ui, column.row(16, 4), look.caption);
    draw_field(column.ui, column.row(metrics::control, 4), field, look.placeholder, state, commands);
    const auto text = importing.texts.find(field);
    if (state.focus == field && text != importing.texts.end()) {
        if (const auto name = draw_found_names(column, field + "/found", importing.found)) {
            commands.push_back(SetImportText{field, typed_text(completed_path(text->second.text, {*name}))});
            commands.push_back(SetFocus{field});
        }
    }
    say_typo(column, field, importing);
    column.gap(4);
}

void draw_answer_field(Column& column, ImportQuestion question, const State& state, Commands& commands) {
    constexpr float width = 120;
    const std::string field = answer_field(question);
    const std::string value = value_of(state.of<Importing>().plan->mapping.answers, question);
    const Rect row = column.row(metrics::control);
    const bool typed = state.of<Importing>().given.count(question) > 0;
    draw_field(column.ui, rect_at(row.min, width, row.height()), field, typed || value.empty() ? "a number" : value, state,
               commands);
    say_typo(column, field, state.of<Importing>());
}

}  // namespace vitrine
