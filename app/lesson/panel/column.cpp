#include "app/lesson/panel/column.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/frame/sheets/panels.h"
#include "app/frame/sheets/state.h"
#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/panel/parts.h"
#include "app/lesson/recording.h"
#include "app/panel/measures.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float foot_height = 60, head_margin = 20;

/// "LESSON 6 OF 20".
std::string place_words(const LessonState& lesson) {
    const int place = place_in_course(*lesson.lesson);
    return place < 0 ? "LESSON" : fmt::format("LESSON {} OF {}", place + 1, course().lessons.size());
}

/// How much of its time a step of a story has had, 0 … 1.
float step_done(const LessonState& lesson) {
    return static_cast<float>(std::clamp(lesson.waited / *shown_step(lesson)->seconds, 0.0, 1.0));
}

bool is_recording(const State& state) { return !state.of<LessonState>().lesson && state.of<LessonRecording>().on; }

/// In a narrow window, the head of a sheet over its lower part: a grip, the title in one line, and the progress. Returns where
/// the text begins.
float draw_low_head(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    const Sheets& sheets = state.of<Sheets>();
    constexpr float side = touch_height, all_width = 52, least = 150;
    const bool lists = !lesson.lesson, phone = form_of(ui.size()) == Form::phone, moves = !lists || !phone;
    const float top = area.min.y + (moves ? 16 : 8);
    const Rect cross = rect_at({area.max.x - side - 8, top}, side, side);
    float right = cross.min.x;
    if (button(ui, "lesson/close", cross, {.icon = Icon::cross, .look = ButtonLook::ghost, .tip = "close"}))
        commands.push_back(is_recording(state) ? Command(RecordLesson{false}) : Command(CloseLesson{}));
    if (!lists) {
        const Rect all = rect_at({right - all_width, top}, all_width, side);
        if (button(ui, "lesson/course", all, {.label = "All", .look = ButtonLook::ghost, .tip = "all lessons"}))
            commands.push_back(ShowCourse{});
        right = all.min.x;
    }
    const std::string title = is_recording(state) ? "A lesson of your own" : lists ? "Lessons" : lesson.lesson->title.text;
    Column column = column_in(ui, area, head_margin, top - area.min.y);
    ui.text({column.left, top + side / 2}, Font::heading, ui.theme.text, title,
            {.max_width = right - 8 - column.left, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    if (moves) {
        const GripMoved moved = draw_grip(
            ui, {.name = "lesson/handle", .area = {area.min, {right, top + side - 4}}, .height = area.height(), .least = least});
        if (moved.height && !sheets.lesson_folded) commands.push_back(SetSheetHeight{*moved.height, true});
        if (moved.tapped || moved.dropped) {
            commands.push_back(FoldLesson{!sheets.lesson_folded});
            commands.push_back(SetSheetHeight{0, true});
        }
    }
    column.y = top + side + 4;
    if (!lists) draw_dashes(ui, column, lesson, commands);
    return column.y + 6;
}

/// The title and the progress; returns where the text begins.
float draw_head(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    if (is_narrow(ui.size())) return draw_low_head(ui, area, state, commands);
    constexpr float side = metrics::control;
    Column column = column_in(ui, area, head_margin, 18);
    const Rect cross = rect_at({area.max.x - side - 10, area.min.y + 10}, side, side);
    const bool lists = !lesson.lesson;
    if (button(ui, "lesson/close", cross,
               {.icon = Icon::cross,
                .look = ButtonLook::ghost,
                .tip = lists ? "close" : "close the lesson: it goes on here next time"}))
        commands.push_back(is_recording(state) ? Command(RecordLesson{false}) : Command(CloseLesson{}));
    if (!lists) {
        const Rect all = rect_at({cross.min.x - 84, cross.min.y}, 80, side);
        if (button(ui, "lesson/course", all, {.label = "All lessons", .look = ButtonLook::ghost})) commands.push_back(ShowCourse{});
    }
    column.line(16, Font::section, ui.theme.dim, is_recording(state) ? "RECORDING" : lists ? "LESSONS" : place_words(lesson));
    column.gap(6);
    column.paragraph(Font::title, ui.theme.text,
                     is_recording(state) ? "A lesson of your own"
                     : lists             ? "How the Transformer works"
                                         : lesson.lesson->title.text,
                     10);
    if (!lists) draw_dashes(ui, column, lesson, commands);
    return column.y + 10;
}

/// The buttons of a story, which goes on by itself: to stop it, and to go through it by hand.
void draw_story_foot(Ui& ui, const Rect& area, const LessonState& lesson, Commands& commands) {
    const bool playing = lesson.playing;
    if (button(ui, "lesson/play", area.part(0, 2, 8),
               {.label = playing ? "Pause" : "Play", .icon = playing ? Icon::pause : Icon::play}))
        commands.push_back(PlayLesson{!playing});
    const bool last = lesson.step + 1 == lesson.lesson->steps.size();
    if (button(ui, "lesson/on", area.part(1, 2, 8), {.label = last ? "Yours" : "Continue", .look = ButtonLook::primary}))
        commands.push_back(MoveLesson{1});
}

/// Why the step cannot be shown, and below it the line of the file that is to blame.
void draw_problem(Column& column, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    const std::string& file = lesson.lesson->file;
    const std::size_t end = lesson.problem.starts_with(file) ? lesson.problem.find(": ", file.size()) : std::string::npos;
    const bool placed = end != std::string::npos;
    say(column, column.ui.theme.error, placed ? lesson.problem.substr(end + 2) : lesson.problem, 6);
    if (placed) column.paragraph(Font::note, column.ui.theme.dim, lesson.problem.substr(0, end), 10);
    if (lesson.on_own && lesson.lesson->sample &&
        button(column.ui, "lesson/sample", column.row(34, 8), {.label = "Play it on its sample", .look = ButtonLook::primary}))
        commands.push_back(BeginLesson{lesson.lesson, static_cast<int>(lesson.step)});
}

/// The buttons Back and Continue.
void draw_foot(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    ui.fill({area.min, {area.max.x, area.min.y + 1}}, ui.theme.line);
    constexpr float back_width = 76, on_width = 124;
    const float height = is_narrow(ui.size()) ? touch_height : 34;
    const float top = area.centre().y - height / 2, left = area.min.x + head_margin, right = area.max.x - head_margin;
    if (button(ui, "lesson/back", rect_at({left, top}, back_width, height), {.label = "Back", .enabled = lesson.step > 0}))
        commands.push_back(MoveLesson{-1});
    if (!shown_step(lesson)) return;
    if (shown_step(lesson)->seconds)
        return draw_story_foot(ui, rect_at({left + back_width + 8, top}, right - left - back_width - 8, height), lesson, commands);
    const bool waits = waits_for_answer(lesson), last = lesson.step + 1 == lesson.lesson->steps.size();
    const Rect on = rect_at({right - on_width, top}, on_width, height);
    if (button(ui, "lesson/on", on,
               {.label = waits  ? "Skip"
                         : last ? "Finish"
                                : "Continue",
                .look = waits ? ButtonLook::plain : ButtonLook::primary,
                .tip = waits ? "go on without it" : ""}))
        commands.push_back(MoveLesson{1});
    if (lesson.next_place && lesson.lit) {
        const Rect between{{left + back_width + 8, top}, {on.min.x - 8, top + height}};
        if (button(ui, "lesson/next-place", between, {.label = "Next ring", .tip = "what else this step points at"}))
            commands.push_back(LeadTo{*lesson.next_place});
        return;
    }
    ui.text({(left + back_width + on.min.x) / 2, area.centre().y}, Font::note, ui.theme.dim,
            fmt::format("{} of {}", lesson.step + 1, lesson.lesson->steps.size()),
            {.align = Align::centre, .vertical = VerticalAlign::middle});
}

}  // namespace

void draw_dashes(Ui& ui, Column& column, const LessonState& lesson, Commands& commands) {
    const std::size_t count = lesson.lesson->steps.size();
    constexpr float widest = 16, gap = 4, reach = 8;
    const float pitch = std::min(widest + gap, (column.width() + gap) / static_cast<float>(count));
    const Rect row = column.row(3);
    const bool runs = shown_step(lesson) && shown_step(lesson)->seconds;
    for (std::size_t i = 0; i < count; ++i) {
        const Rect dash = rect_at({row.min.x + pitch * static_cast<float>(i), row.min.y}, pitch - gap, 3);
        const Interaction does = ui.control(fmt::format("lesson/step/{}", i), {{dash.min.x - gap / 2, dash.min.y - reach},
                                                                               {dash.max.x + gap / 2, dash.max.y + reach}});
        if (does.hovered || does.focused) ui.frame(dash.inset(-2), ui.theme.dim, 2);
        if (does.hovered) ui.note({fmt::format("step {}: {}", i + 1, lesson.lesson->steps[i].title.text)}, dash);
        if (does.clicked) commands.push_back(MoveLesson{static_cast<int>(i) - static_cast<int>(lesson.step)});
        ui.fill(dash, i < lesson.step || (i == lesson.step && !runs) ? ui.theme.accent : ui.theme.line, 1.5f);
        if (i == lesson.step && runs)
            ui.fill({dash.min, {dash.min.x + dash.width() * step_done(lesson), dash.max.y}}, ui.theme.accent, 1.5f);
    }
}

bool shows_lesson(const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    return lesson.lesson || lesson.shows_course || state.of<LessonRecording>().on;
}

float lesson_width(const State& state, float window_width) {
    if (!shows_lesson(state) || is_told(state.of<LessonState>())) return 0;
    constexpr float wide_window = 1400, wide = 372, narrow = 316;
    return std::min(window_width >= wide_window ? wide : narrow, window_width / 2);
}

void draw_lesson(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    ui.place("lesson", area);
    ui.fill(area, ui.theme.panel);
    const bool low = is_narrow(ui.size());
    if (is_told(lesson) && !low) return draw_told_bar(ui, area, state, commands);
    ui.fill(low ? Rect{area.min, {area.max.x, area.min.y + 1}} : Rect{{area.max.x - 1, area.min.y}, area.max}, ui.theme.line);
    const float top = draw_head(ui, area, state, commands);
    const float bottom = std::max(top, lesson.lesson ? area.max.y - foot_height : area.max.y);
    constexpr float broadest = 620;  // wider lines would be hard to read
    const float margin = std::max(head_margin, low ? (area.width() - broadest) / 2 : 0);
    Column column = begin_column(ui, "lesson", {{area.min.x, top}, {area.max.x - 1, bottom}}, state, margin, 6);
    if (is_recording(state)) {
        draw_recording(ui, column, state, commands);
    } else if (!lesson.lesson) {
        draw_course(ui, column, state, commands);
    } else if (!lesson.problem.empty()) {
        draw_problem(column, state, commands);
    } else if (!shown_step(lesson)) {
        draw_lesson_end(ui, column, state, commands);
    } else if (lesson.page) {
        draw_step(ui, column, state, commands);
    }
    end_column(column, "lesson", commands, 20);
    if (lesson.lesson) draw_foot(ui, {{area.min.x, bottom}, {area.max.x - 1, area.max.y}}, state, commands);
}

}  // namespace vitrine
