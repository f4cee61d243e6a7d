/// The left column of the Design view: every choice with its switch and its equation.

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/views/design/commands.h"
#include "app/views/design/parts.h"
#include "app/views/design/view.h"
#include "app/views/design/words.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float switch_width = 34, row_padding = 7, row_side = 10;

const char* title_of(DesignGroup group) {
    switch (group) {
        case DesignGroup::attention:
            return "ATTENTION";
        case DesignGroup::masks:
            return "MASKS";
        case DesignGroup::embedding:
            return "EMBEDDING";
        default:
            return "LAYERS";
    }
}

/// The switch or, for a choice that is impossible here, only the reason.
void draw_switch(Ui& ui, const Rect& place, const DesignChoice& choice, const State& state, Commands& commands) {
    const std::string name = "design/" + std::string(choice.name);
    const bool made = choice.is_made(shown_design(state)), kept = shows_a(state);
    const std::string why = can_edit(state) ? refusal(state, choice, !made) : edit_refusal(state);
    if (why.empty() || kept || made) {
        if (toggle(ui, place, {.name = name + "/on", .label = "", .on = !made, .tip = why, .enabled = why.empty() && !kept}))
            commands.push_back(SetDesignChoice{std::string(choice.name), !made});
        return;
    }
    ui.text({place.max.x - 2, place.centre().y}, Font::note, ui.theme.faint, "—",
            {.align = Align::right, .vertical = VerticalAlign::middle});
    if (ui.place(name + "/refused", place).hovered) ui.note({"cannot be switched here", why});
}

/// A name, the equation as it is now, and a switch.
void draw_choice(Ui& ui, Column& column, const DesignChoice& choice, const State& state, Commands& commands) {
    const bool made = choice.is_made(shown_design(state)), shown = state.of<DesignView>().shown == choice.name;
    const std::string equation = equation_with(state, choice, made);
    const Font font = made ? Font::body_strong : Font::body;  // what departs from the paper stands out
    const std::string label = choice_label(*state.run, choice);
    Column words{ui, column.left + row_side, column.right - switch_width - row_side, column.y + row_padding};
    const ParagraphOptions room{.width = words.width()};
    const float height =
        paragraph_height(ui.fonts, font, label, room) + paragraph_height(ui.fonts, Font::label, equation, room) + 2 * row_padding;
    const Rect row = column.row(height, 2);
    const Interaction does =
        ui.control("design/" + std::string(choice.name), {row.min, {row.max.x - switch_width - row_side, row.max.y}});
    if (shown || does.hovered) ui.fill(row, ui.theme.raised, metrics::radius);
    if (shown) ui.fill(rect_at({row.min.x, row.min.y + 8}, 3, height - 16), ui.theme.accent, 1);
    words.paragraph(font, ui.theme.text, label);
    words.paragraph(Font::label, ui.theme.dim, equation);
    if (does.clicked) commands.push_back(ShowDesignChoice{std::string(choice.name)});
    draw_switch(ui, rect_at({row.max.x - switch_width - 4, row.min.y + row_padding - 4}, switch_width, 26), choice, state,
                commands);
}

}  // namespace

void draw_design_list(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    Column column = begin_column(ui, "design-list", area, state);
    column.left -= row_side;  // so that titles stand over words
    std::optional<DesignGroup> group;
    for (const DesignChoice& choice : design_choices()) {
        if (group != choice.group) {
            if (group) column.gap(10);
            Column titles = column.from(column.left + row_side);
            titles.title(title_of(choice.group), group ? "" : "on", 6);
            column.y = titles.y;
            group = choice.group;
        }
        draw_choice(ui, column, choice, state, commands);
    }
    end_column(column, "design-list", commands);
}

}  // namespace vitrine
