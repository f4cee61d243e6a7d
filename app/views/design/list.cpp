/// The left column of the design bench: every choice with its switch and its equation.

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/state/state.h"
#include "app/views/design/commands.h"
#include "app/views/design/panel.h"
#include "app/views/design/parts.h"
#include "app/views/design/state.h"
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

float height_of(const Ui& ui, Font font, std::string_view text, float width) {
    constexpr float line_spacing = 1.25f;
    return static_cast<float>(wrapped(ui.fonts, font, text, width).size()) * ui.fonts.line_height(font) * line_spacing;
}

/// The switch or, of what cannot be had, nothing but the reason.
void draw_switch(Ui& ui, const Rect& place, const DesignChoice& choice, const State& state, Commands& commands) {
    const std::string name = "design/" + std::string(choice.name);
    const bool made = choice.is_made(shown_edits(state).design), kept = shows_a(state);
    const std::string why = can_edit(state) ? refusal(state, choice, !made) : edit_refusal(state);
    if (why.empty() || kept) {
        if (toggle(ui, place, {.name = name + "/on", .label = "", .on = made, .tip = why, .enabled = !kept}))
            commands.push_back(SetDesignChoice{std::string(choice.name), !made});
        return;
    }
    ui.text({place.max.x - 2, place.centre().y}, Font::note, ui.theme.faint, "—",
            {.align = Align::right, .vertical = VerticalAlign::middle});
    if (ui.place(name + "/refused", place).hovered) ui.note({"cannot be had here", why});
}

/// A name, what it makes of the equation, and a switch. Returns the bottom.
float draw_choice(Ui& ui, const DesignColumn& column, float y, const DesignChoice& choice, const State& state, Commands& commands) {
    const bool made = choice.is_made(shown_edits(state).design), shown = state.of<DesignView>().shown == choice.name;
    const Font font = made ? Font::body_strong : Font::body;
    const float left = column.left + row_side, width = column.width() - switch_width - 2 * row_side;
    const float height =
        height_of(ui, font, choice.label, width) + height_of(ui, Font::label, choice.variant, width) + 2 * row_padding;
    const Rect words = rect_at({column.left, y}, column.width() - switch_width - row_side, height);
    const Interaction does = ui.control("design/" + std::string(choice.name), words);
    if (shown || does.hovered) ui.fill(rect_at(words.min, column.width(), height), ui.theme.raised, metrics::radius);
    if (shown) ui.fill(rect_at({column.left, y + 8}, 3, height - 16), ui.theme.accent, 1);
    const float below = ui.paragraph({left, y + row_padding}, font, ui.theme.text, choice.label, {.width = width}).max.y;
    ui.paragraph({left, below}, Font::label, ui.theme.dim, choice.variant, {.width = width});
    if (does.clicked) commands.push_back(ShowDesignChoice{std::string(choice.name)});
    draw_switch(ui, rect_at({column.right - switch_width - 4, y + row_padding - 4}, switch_width, 26), choice, state, commands);
    return y + height + 2;
}

}  // namespace

void draw_design_list(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    const DesignColumn column{area.min.x + metrics::margin - 10, area.max.x - metrics::margin};
    float y = begin_scroll(ui, "design-list", area, state) + 16;
    std::optional<DesignGroup> group;
    for (const DesignChoice& choice : design_choices()) {
        if (group != choice.group) {
            section_title(ui, rect_at({column.left + 10, y + (group ? 10.0f : 0.0f)}, column.width() - 10, 16),
                          title_of(choice.group), group ? "" : "taken back");
            y += group ? 32 : 22;
            group = choice.group;
        }
        y = draw_choice(ui, column, y, choice, state, commands);
    }
    end_scroll(ui, "design-list", y + 8, commands);
}

}  // namespace vitrine
