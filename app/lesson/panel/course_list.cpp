#include <algorithm>

#include <fmt/format.h>

#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/panel/parts.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// "done", "at step 3 of 7"; empty: not begun.
std::string progress_words(const LessonState& state, const Lesson& lesson) {
    const auto reached = state.reached.steps.find(lesson.name);
    if (reached != state.reached.steps.end()) return fmt::format("at step {} of {}", reached->second + 1, lesson.steps.size());
    return state.finished.contains(lesson.name) ? "done" : "";
}

void draw_lesson_card(Ui& ui, Column& column, std::size_t place, const State& state, Commands& commands) {
    const std::shared_ptr<const Lesson>& lesson = course().lessons[place];
    constexpr float number_width = 28, padding = 10;
    const float text_width = column.width() - number_width;
    const float about = paragraph_height(ui.fonts, Font::note, lesson->about.text, {.width = text_width});
    const Rect row = column.row(2 * padding + 20 + about, 2);
    const Rect card{{row.min.x - 10, row.min.y}, {row.max.x + 8, row.max.y}};
    const Interaction does = ui.control("lesson/course/" + lesson->name, card);
    if (does.hovered || does.focused) ui.fill(card, ui.theme.raised, metrics::radius_large);
    const std::string progress = progress_words(state.of<LessonState>(), *lesson);
    const float top = row.min.y + padding, left = row.min.x + number_width;
    ui.text({row.min.x, top + 1}, Font::mono, ui.theme.faint, fmt::format("{:2}", place + 1));
    const float end = progress.empty()
                          ? row.max.x
                          : ui.text({row.max.x, top + 1}, Font::note, ui.theme.good, progress, {.align = Align::right}).min.x - 8;
    ui.text({left, top}, Font::body_strong, ui.theme.text, lesson->title.text, {.max_width = end - left, .shorten = Shorten::end});
    ui.paragraph({left, top + 20}, Font::note, ui.theme.dim, lesson->about.text, {.width = text_width});
    if (does.clicked) commands.push_back(BeginLesson{lesson});
}

}  // namespace

void draw_course(Ui& ui, Column& column, const State& state, Commands& commands) {
    say(column, ui.theme.dim,
        "Each takes some minutes and stands by itself. They ask before they show, and every number in them is computed by the "
        "model "
        "beside.",
        8);
    for (std::size_t i = 0; i < course().lessons.size(); ++i) draw_lesson_card(ui, column, i, state, commands);
    for (const std::string& problem : course().problems) say(column, ui.theme.error, problem);
}

void draw_lesson_end(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    say(column, ui.theme.text, "That was “" + lesson.lesson->title.text + "”.");
    const auto place = static_cast<std::size_t>(place_in_course(*lesson.lesson) + 1);
    constexpr float height = 36;
    if (place > 0 && place < course().lessons.size()) {
        say(column, ui.theme.dim,
            "Next comes “" + course().lessons[place]->title.text + "”: " + course().lessons[place]->about.text);
        if (button(ui, "lesson/next", column.row(height, 8), {.label = "Next lesson", .look = ButtonLook::primary}))
            commands.push_back(BeginLesson{course().lessons[place]});
    }
    if (button(ui, "lesson/all", column.row(height, 8), {.label = "All lessons"})) commands.push_back(ShowCourse{});
    if (button(ui, "lesson/leave", column.row(height, 8), {.label = "Back to what was open before"}))
        commands.push_back(CloseLesson{});
    if (button(ui, "lesson/stay", column.row(height, 8), {.label = "Stay with this model, and play"}))
        commands.push_back(CloseLesson{.goes_back = false});
}

}  // namespace vitrine
