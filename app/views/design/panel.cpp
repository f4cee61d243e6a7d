#include <algorithm>

#include "app/run/prediction.h"
#include "app/run/run.h"
#include "app/views/design/look.h"
#include "app/views/design/parts.h"
#include "app/views/design/view.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// Draws the equation of one side in its box.
void draw_equation(Ui& ui, const Rect& area, const std::string& caption, std::string_view equation, bool on) {
    ui.fill(area, ui.theme.panel, metrics::card_radius);
    ui.frame(area, on ? ui.theme.accent : ui.theme.line, metrics::card_radius, on ? 2.0f : 1.0f);
    Column inner = column_in(ui, area, 16, 12);
    inner.line(20, Font::label, on ? ui.theme.text : ui.theme.dim, on ? caption + " (now)" : caption);
    inner.paragraph(Font::mono, ui.theme.text, equation);
}

/// Draws the equations of both sides, beside or below each other, with a frame around the equation that holds now.
void draw_equations(Ui& ui, Column& column, const ExplainedChoice& choice, std::optional<bool> made) {
    constexpr float width_for_both = 560, gap = 16, side = 16, caption_and_edges = 46;
    if (choice.after.empty()) made.reset();
    const bool beside = column.width() >= width_for_both;
    const float room = (beside ? (column.width() - gap) / 2 : column.width()) - 2 * side;
    const auto height_of = [&](std::string_view equation) {
        return caption_and_edges + paragraph_height(ui.fonts, Font::mono, equation, {.width = room});
    };
    const float height = std::max(height_of(choice.before), height_of(choice.after));
    const Rect row = column.row(height, beside ? 0 : 10);
    draw_equation(ui, beside ? row.part(0, 2, gap) : row, std::string(choice.before_caption), choice.before, made == false);
    if (choice.after.empty()) return;
    draw_equation(ui, beside ? row.part(1, 2, gap) : column.row(height), std::string(choice.after_caption), choice.after,
                  made == true);
}

void draw_look(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LookThere there = look_there(state);
    if (there.commands.empty()) {
        column.paragraph(Font::note, ui.theme.dim, there.words);
        return;
    }
    const Rect line = column.row(30), look = rect_at(line.min, 112, 30);
    if (button(ui, "design/look", look, {.label = "Look there", .icon = Icon::chevron_right}))
        commands.insert(commands.end(), there.commands.begin(), there.commands.end());
    ui.text({look.max.x + 14, line.centre().y}, Font::note, ui.theme.dim, there.words,
            {.max_width = line.max.x - look.max.x - 14, .vertical = VerticalAlign::middle});
}

void draw_choice(Ui& ui, Column& column, const State& state, Commands& commands) {
    const ExplainedChoice choice = explained_choice(state);
    std::optional<bool> made;
    if (const DesignChoice* known = find_design_choice(choice.name)) made = known->is_made(state.run->regime.design);
    column.line(32, Font::title, ui.theme.text, choice.label);
    draw_equations(ui, column, choice, made);
    column.gap(14);
    for (const std::string_view words : {choice.effect, choice.look}) {
        if (!words.empty()) column.paragraph(Font::body, ui.theme.text, words, 6);
    }
    column.gap(6);
    draw_look(ui, column, state, commands);
    column.gap(22);
}

}  // namespace

namespace {

/// The most height for a picture, so that the sentence's words have room below it.
float picture_height(const Rect& area, float used, const State& state) {
    constexpr float around_picture = 190, around_words = 130, word = 34, least = 190, most = 520;
    const Run& run = run_b_or_self(*state.run);
    const float words = word * static_cast<float>(tokens_read(run, side_of_predictions(run)).size(1));
    return std::clamp(area.height() - used - around_picture - around_words - words, least, most);
}

}  // namespace

void draw_design(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    Column column = begin_column(ui, "design", area, state, metrics::wide_margin);
    const float top = column.y;
    draw_choice(ui, column, state, commands);
    column.rule(18);
    draw_design_pictures(ui, column, picture_height(area, column.y - top, state), state, commands);
    draw_design_backward(ui, column, state, commands);
    column.rule(18);
    draw_design_effect(ui, column, state);
    if (area.max.x >= ui.size().x) {  // there is no column on the right
        column.gap(8);
        column.rule(18);
        draw_variant_choices(ui, column, state, commands);
    }
    end_column(column, "design", commands);
}

void draw_design_model(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    Column column = begin_column(ui, "design-model", area, state);
    draw_variant_choices(ui, column, state, commands);
    end_column(column, "design-model", commands);
}

}  // namespace vitrine
