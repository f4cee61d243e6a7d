#include <filesystem>

#include <fmt/format.h>

#include "app/actions/palette_commands.h"
#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/own_lessons.h"
#include "app/lesson/panel/parts.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// "done", "at step 3"; empty: not begun. `kept`: how the lesson is remembered.
std::string progress_words(const LessonState& state, const std::string& kept) {
    const auto reached = state.reached.steps.find(kept);
    if (reached != state.reached.steps.end()) return fmt::format("at step {}", reached->second + 1);
    return state.finished.contains(kept) ? "done" : "";
}

struct LessonCard {
    std::string number = {}, title, about, progress;
};

/// Returns whether it was clicked.
bool draw_lesson_card(Ui& ui, Column& column, const std::string& name, const LessonCard& shown) {
    constexpr float number_width = 28, padding = 10;
    const float text_width = column.width() - number_width;
    const float about = paragraph_height(ui.fonts, Font::note, shown.about, {.width = text_width});
    const Rect row = column.row(2 * padding + 20 + about, 2);
    const Rect card{{row.min.x - 10, row.min.y}, {row.max.x + 8, row.max.y}};
    const Interaction does = ui.control(name, card);
    if (does.hovered || does.focused) ui.fill(card, ui.theme.raised, metrics::radius_large);
    const float top = row.min.y + padding, left = row.min.x + number_width;
    ui.text({row.min.x, top + 1}, Font::mono, ui.theme.faint, shown.number);
    float end = row.max.x;
    if (!shown.progress.empty())
        end = ui.text({end, top + 1}, Font::note, ui.theme.good, shown.progress, {.align = Align::right}).min.x - 8;
    ui.text({left, top}, Font::body_strong, ui.theme.text, shown.title, {.max_width = end - left, .shorten = Shorten::end});
    ui.paragraph({left, top + 20}, Font::note, ui.theme.dim, shown.about, {.width = text_width});
    return does.clicked;
}

/// Lessons from elsewhere that were opened before, and a button to open another one.
void draw_own_lessons(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LessonState& lessons = state.of<LessonState>();
    column.gap(14);
    column.line(16, Font::section, ui.theme.dim, "YOUR OWN");
    column.gap(4);
    for (std::size_t i = 0; i < lessons.own.size(); ++i) {
        const std::filesystem::path file = lessons.own[i];
        const LessonCard card{.title = file.stem().string(),
                              .about = file.parent_path().string(),
                              .progress = progress_words(lessons, lessons.own[i])};
        if (draw_lesson_card(ui, column, fmt::format("lesson/own/{}", i), card)) commands.push_back(OpenLessonFile{lessons.own[i]});
    }
    if (button(ui, "lesson/open-own", column.row(30, 8),
               {.label = "Open a lesson …", .tip = "A file of your own or a colleague's. Record a lesson makes a draft of one."}))
        commands.push_back(OpenPalette{PaletteScope::files});
}

}  // namespace

void draw_course(Ui& ui, Column& column, const State& state, Commands& commands) {
    say(column, ui.theme.dim,
        "Each lesson takes some minutes and stands by itself. It asks before it shows. The model beside it computes every number, "
        "more exactly than it is shown.",
        8);
    if (button(ui, "lesson/ask", column.row(30, 10),
               {.label = "Ask a question …", .tip = "leads to the step that answers it (Ctrl+P)"}))
        commands.push_back(OpenPalette{PaletteScope::everything});
    for (std::size_t i = 0; i < course().lessons.size(); ++i) {
        const std::shared_ptr<const Lesson>& lesson = course().lessons[i];
        const LessonCard card{.number = fmt::format("{:2}", i + 1),
                              .title = lesson->title.text,
                              .about = lesson->about.text,
                              .progress = progress_words(state.of<LessonState>(), lesson->name)};
        if (draw_lesson_card(ui, column, "lesson/course/" + lesson->name, card)) commands.push_back(BeginLesson{lesson});
    }
    for (const std::string& problem : course().problems) say(column, ui.theme.error, problem);
    draw_own_lessons(ui, column, state, commands);
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
