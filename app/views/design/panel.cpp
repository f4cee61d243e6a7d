#include "app/views/design/panel.h"

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/views/design/look.h"
#include "app/views/design/parts.h"
#include "app/views/design/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// One side's equation in its box.
float draw_equation(Ui& ui, const Rect& area, const std::string& caption, std::string_view equation, bool on) {
    ui.fill(area, ui.theme.panel, metrics::card_radius);
    ui.frame(area, on ? ui.theme.accent : ui.theme.line, metrics::card_radius, on ? 2.0f : 1.0f);
    constexpr float side = 16;
    const float width = area.width() - 2 * side;
    ui.text({area.min.x + side, area.min.y + 12}, Font::label, on ? ui.theme.text : ui.theme.dim,
            on ? caption + ", as it is now" : caption, {.max_width = width});
    return ui.paragraph({area.min.x + side, area.min.y + 32}, Font::mono, ui.theme.text, equation, {.width = width}).max.y;
}

/// The paper's and the variant's, side by side or one above the other; framed is the one that holds now.
float draw_equations(Ui& ui, const DesignColumn& column, float y, const ExplainedChoice& choice, std::optional<bool> made) {
    constexpr float gap = 16, height = 66, width_for_both = 560;
    if (column.width() < width_for_both) {
        draw_equation(ui, rect_at({column.left, y}, column.width(), height), std::string(choice.before_caption), choice.before,
                      made == false);
        y += height + 10;
        draw_equation(ui, rect_at({column.left, y}, column.width(), height), std::string(choice.after_caption), choice.after,
                      made == true);
        return y + height;
    }
    const float width = (column.width() - gap) / 2;
    draw_equation(ui, rect_at({column.left, y}, width, height), std::string(choice.before_caption), choice.before, made == false);
    draw_equation(ui, rect_at({column.right - width, y}, width, height), std::string(choice.after_caption), choice.after,
                  made == true);
    return y + height;
}

float draw_look(Ui& ui, const DesignColumn& column, float y, const State& state, Commands& commands) {
    const LookThere there = look_there(state);
    constexpr float width = 112, height = 30;
    if (button(ui, "design/look", rect_at({column.left, y}, width, height), {.label = "Look there", .icon = Icon::chevron_right}))
        commands.insert(commands.end(), there.commands.begin(), there.commands.end());
    ui.text({column.left + width + 14, y + height / 2}, Font::note, ui.theme.dim, there.words,
            {.max_width = column.width() - width - 14, .vertical = VerticalAlign::middle});
    return y + height;
}

float draw_choice(Ui& ui, const DesignColumn& column, float y, const State& state, Commands& commands) {
    const ExplainedChoice choice = explained_choice(state);
    ui.text({column.left, y}, Font::title, ui.theme.text, choice.label, {.max_width = column.width()});
    std::optional<bool> made;
    if (const DesignChoice* known = find_design_choice(choice.name)) made = known->is_made(state.run->regime.design);
    y = draw_equations(ui, column, y + 32, choice, made) + 14;
    for (const std::string_view words : {choice.effect, choice.look})
        y = ui.paragraph({column.left, y}, Font::body, ui.theme.text, words, {.width = column.width()}).max.y + 6;
    return draw_look(ui, column, y + 6, state, commands) + 22;
}

float draw_rule(Ui& ui, const DesignColumn& column, float y) {
    ui.fill({{column.left, y}, {column.right, y + 1}}, ui.theme.line);
    return y + 19;
}

}  // namespace

void draw_design(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    constexpr float margin = 24;
    const DesignColumn column{area.min.x + margin, area.max.x - margin};
    const float top = begin_scroll(ui, "design", area, state) + 16;
    float y = draw_choice(ui, column, top, state, commands);
    y = draw_rule(ui, column, y);
    y = draw_design_effect(ui, column, y, state);
    if (area.max.x >= ui.size().x) {  // no column to the right
        y = draw_rule(ui, column, y + 8);
        y = draw_variant_choices(ui, column, y, state, commands);
    }
    end_scroll(ui, "design", y + 8, commands);
}

void draw_design_model(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    const DesignColumn column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    const float top = begin_scroll(ui, "design-model", area, state) + 16;
    const float y = draw_variant_choices(ui, column, top, state, commands);
    end_scroll(ui, "design-model", y + 8, commands);
}

}  // namespace vitrine
