#include <fmt/format.h>

#include "app/lesson/commands.h"
#include "app/lesson/panel/parts.h"
#include "app/lesson/player.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

void draw_equation(Column& column, std::string_view text) {
    constexpr float padding = 10;
    const ParagraphOptions lines{.width = column.width() - 2 * padding, .line_spacing = 1.4f};
    const Rect box = column.row(paragraph_height(column.ui.fonts, Font::mono, text, lines) + 2 * padding);
    column.ui.fill(box, column.ui.theme.raised, metrics::radius);
    column.ui.paragraph({box.min.x + padding, box.min.y + padding}, Font::mono, column.ui.theme.text, text, lines);
}

void draw_task(Ui& ui, Column& column, const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    constexpr float mark = 24;
    const float top = column.y;
    Column inner = column.from(column.left + mark);
    say(inner, ui.theme.text, lesson.page->task, 4);
    const ImVec2 centre{column.left + 8, top + 9};
    if (lesson.task_done) {
        draw_icon(ui, centre, Icon::check, ui.theme.good);
        inner.text(Font::note, ui.theme.good, "done");
    } else {
        ui.frame(rect_at({centre.x - 6, centre.y - 6}, 12, 12), ui.theme.accent, 6, 1.5f);
    }
    ui.place("lesson/task", {{column.left, top}, {column.right, inner.y}});
    column.y = inner.y + 14;
}

/// After the user has looked elsewhere: a button that returns to what the step is about.
void draw_return(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    const bool moved = has_moved(state);
    if (!moved && (lesson.lit || lesson.page->rings.empty())) return;
    column.gap(4);
    if (moved) say(column, ui.theme.dim, "Something else is shown than when this was said.", 6);
    if (button(ui, "lesson/return", column.row(30, 8),
               {.label = "Show me again what is meant", .look = ButtonLook::ghost, .tip = "the program as this step needs it"}))
        commands.push_back(ReturnToLesson{});
}

}  // namespace

void say(Column& column, Colour colour, std::string_view text, float below) {
    if (text.size() > 2 && text.starts_with('`') && text.ends_with('`')) {
        draw_equation(column, text.substr(1, text.size() - 2));
    } else {
        const ParagraphOptions lines{.width = column.width(), .line_spacing = 1.45f};
        column.y = column.ui.paragraph(column.corner(), Font::body, colour, text, lines).max.y;
    }
    column.gap(below);
}

void draw_step(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    const LessonPage& page = *lesson.page;
    if (!lesson.asked.empty()) column.paragraph(Font::note, ui.theme.dim, "You asked: " + lesson.asked, 10);
    if (is_told(lesson)) {
        draw_told(ui, column, state);
        column.gap(12);
    } else {
        const float top = column.y;
        column.paragraph(Font::heading, ui.theme.text, page.title, 10);
        for (const std::string& paragraph : page.prose) say(column, ui.theme.text, paragraph);
        ui.place("lesson/said", column.since(top));
        draw_rows(ui, column, state, 0, 12);
    }
    if (shown_step(lesson)->task) draw_task(ui, column, state);
    if (shown_step(lesson)->question) draw_question(ui, column, state, commands);
    const float after = column.y;
    for (const std::string& paragraph : page.after) say(column, ui.theme.text, paragraph);
    if (!page.after.empty()) ui.place("lesson/after", column.since(after));
    draw_return(ui, column, state, commands);
}

}  // namespace vitrine
