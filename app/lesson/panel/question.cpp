#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "app/edit/commands.h"
#include "app/lesson/commands.h"
#include "app/lesson/panel/parts.h"
#include "app/lesson/player.h"
#include "app/panel/open_field.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

bool is_judged(const LessonState& lesson) {
    return lesson.verdict == Verdict::right || lesson.verdict == Verdict::wrong || lesson.verdict == Verdict::shown;
}

/// Whether the question cannot be answered any more.
bool is_over(const LessonState& lesson) { return lesson.revealed || lesson.verdict == Verdict::asked; }

/// Whether no option can be chosen any more: after a wrong one the right one may be, though it may be revealed by then.
bool choice_is_over(const LessonState& lesson) { return lesson.verdict != Verdict::open && lesson.verdict != Verdict::wrong; }

Colour verdict_colour(const Ui& ui, const LessonState& lesson) {
    if (lesson.verdict == Verdict::right) return ui.theme.good;
    return lesson.verdict == Verdict::wrong ? ui.theme.error : ui.theme.line;
}

void draw_option(Ui& ui, Column& column, std::size_t place, const LessonState& lesson, Commands& commands) {
    const ReadOption& option = lesson.page->options[place];
    constexpr float padding = 8, mark = 26;
    const ParagraphOptions lines{.width = column.width() - mark - 2 * padding};
    const float height = paragraph_height(ui.fonts, Font::body, option.text, lines) + 2 * padding;
    const Rect row = column.row(height, 6);
    const std::string name = fmt::format("lesson/option/{}", place);
    const bool chosen = lesson.answer.option == place, over = choice_is_over(lesson);
    const Interaction does = over ? ui.place(name, row) : ui.control(name, row);
    const bool tells = lesson.revealed && option.right;
    const Colour edge = tells ? ui.theme.good : chosen && is_judged(lesson) ? ui.theme.error : ui.theme.line;
    ui.fill(row, does.hovered && !over ? mixed(ui.theme.raised, ui.theme.text, 0.06f) : ui.theme.raised, metrics::radius);
    ui.frame(row, edge, metrics::radius);
    const ImVec2 centre{row.min.x + padding + 6, row.min.y + padding + 8};
    if (tells || (chosen && is_judged(lesson))) {
        draw_icon(ui, centre, tells ? Icon::check : Icon::cross, edge);
    } else {
        ui.frame(rect_at({centre.x - 5, centre.y - 5}, 10, 10), ui.theme.dim, 5, 1.5f);
    }
    ui.paragraph({row.min.x + padding + mark, row.min.y + padding}, Font::body, ui.theme.text, option.text, lines);
    if (does.clicked) commands.push_back(ChooseOption{place});
}

constexpr int guess_places = 101;

/// The position of the computed answer, once it is known: a line with its number.
void draw_computed(Ui& ui, Column& column, const Rect& line, const LessonState& lesson) {
    if (!lesson.revealed || !lesson.right) return;
    const double right = number_in(*lesson.right, "the answer");
    const LessonPage& page = *lesson.page;
    const double share = (right - page.least) / (page.most - page.least);
    const auto x = line.min.x + 8 + (line.width() - 16) * static_cast<float>(std::clamp(share, 0.0, 1.0));
    ui.fill({{x - 1, line.min.y}, {x + 1, line.max.y}}, ui.theme.accent);
    const Rect below = column.row(18);
    ui.text({below.max.x, below.min.y}, Font::mono, ui.theme.accent, "computed: " + written(*lesson.right),
            {.align = Align::right});
}

void draw_guess(Ui& ui, Column& column, const LessonState& lesson, Commands& commands) {
    const LessonPage& page = *lesson.page;
    const double span = page.most - page.least, guess = lesson.answer.number.value_or(page.least + span / 2);
    constexpr float number_width = 70;
    const Rect row = column.row(28, 4);
    const Rect line{row.min, {row.max.x - number_width, row.max.y}};
    const int place = static_cast<int>(std::lround((guess - page.least) / span * (guess_places - 1)));
    if (is_over(lesson)) {
        ui.fill(rect_at({line.min.x + 8, line.centre().y - 2}, line.width() - 16, 4), ui.theme.line, 2);
        const float x = line.min.x + 8 + (line.width() - 16) * static_cast<float>(place) / (guess_places - 1);
        if (lesson.answer.number) ui.fill(rect_at({x - 6, line.centre().y - 6}, 12, 12), ui.theme.text, 6);
        ui.place("lesson/guess", line);
    } else if (const auto moved = slider(ui, line, {.name = "lesson/guess", .place = place, .count = guess_places})) {
        commands.push_back(GuessNumber{page.least + span * *moved / (guess_places - 1)});
    }
    const std::string shown = lesson.answer.number ? written(number(guess)) : is_over(lesson) ? "" : "drag";
    ui.text({row.max.x, row.centre().y}, Font::mono, ui.theme.text, shown,
            {.align = Align::right, .vertical = VerticalAlign::middle});
    draw_computed(ui, column, line, lesson);
}

/// Reads a number. A comma may be used instead of a point, and a minus sign instead of a hyphen.
std::optional<double> typed_number(std::string text) {
    for (std::size_t at = text.find("−"); at != std::string::npos; at = text.find("−"))
        text.replace(at, std::string("−").size(), "-");
    std::ranges::replace(text, ',', '.');
    if (text.starts_with('+')) text.erase(0, 1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

ReadSetting read_answer(const State&, const std::string&, const std::string& text) {
    const auto value = typed_number(text);
    if (!value) return {.problem = "A number is asked for, such as 0.25."};
    return {.sets = GuessNumber{*value, true}};
}

bool types_number(const State& state) {
    const auto* setting = state.field ? std::get_if<TypedSetting>(&state.field->what) : nullptr;
    return setting && setting->anchor == number_anchor;
}

/// The field while nobody is typing in it.
void draw_closed_field(Ui& ui, const Rect& field, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    const bool over = is_over(lesson);
    const Interaction does = over ? ui.place(number_anchor, field) : ui.control(number_anchor, field);
    ui.fill(field, ui.theme.raised, metrics::radius);
    ui.frame(field, is_judged(lesson) ? verdict_colour(ui, lesson) : ui.theme.line, metrics::radius);
    const std::string text = lesson.answer.number ? written(number(*lesson.answer.number)) : "";
    ui.text({field.min.x + 10, field.centre().y}, Font::mono, text.empty() ? ui.theme.faint : ui.theme.text,
            text.empty() ? "type a number" : text, {.max_width = field.width() - 20, .vertical = VerticalAlign::middle});
    const bool entered = ui.pointer().activate && state.focus == number_anchor;
    if (!over && (does.clicked || entered || lesson.types_again))
        commands.push_back(TypeSetting{{.view = state.view, .anchor = number_anchor, .original = text, .read = read_answer}});
}

/// The field, and the button that submits the number, like Enter.
void draw_number(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    constexpr float height = 30, gap = 8, button_width = 84;
    const Rect row = column.row(height, 6);
    const Rect field{row.min, {row.max.x - button_width - gap, row.max.y}};
    const bool types = types_number(state);
    if (types) {
        draw_open_field(ui, field, {.placeholder = "a number"}, state, commands);
    } else {
        draw_closed_field(ui, field, state, commands);
    }
    const bool enabled = types && !state.field->text.text.empty();
    if (!is_over(lesson) && button(ui, "field/take", {{field.max.x + gap, row.min.y}, row.max},
                                   {.label = "Check", .look = ButtonLook::primary, .enabled = enabled}))
        commands.push_back(TakeField{});
    if (types && !state.field->problem.empty()) column.paragraph(Font::note, ui.theme.error, state.field->problem, 6);
    if (lesson.revealed && lesson.right) column.text(Font::mono, ui.theme.accent, "computed: " + written(*lesson.right), 6);
}

/// The buttons: submit the answer, or show the right one.
void draw_ways(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    if (is_over(lesson)) return;
    const QuestionKind kind = shown_step(lesson)->question->kind;
    const bool checks = kind == QuestionKind::guess || kind == QuestionKind::paint;
    const Rect row = column.row(30, 4);
    const Rect left = row.part(0, 2, 8), right = row.part(1, 2, 8);
    if (checks &&
        button(ui, "lesson/check", left, {.label = "This is my guess", .look = ButtonLook::primary, .enabled = has_answer(lesson)}))
        commands.push_back(CheckAnswer{});
    if (button(ui, "lesson/show", checks ? right : left, {.label = "Show the answer"})) commands.push_back(ShowAnswer{});
}

}  // namespace

void draw_question(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    const LessonQuestion& question = *shown_step(lesson)->question;
    constexpr float padding = 14;
    const float top = column.y;
    Column card = column.inset(padding);
    card.gap(12);
    const bool predicts = question.kind == QuestionKind::guess || question.kind == QuestionKind::paint;
    card.text(Font::note_strong, ui.theme.accent, predicts ? "Before you look" : "Your turn", 6);
    say(card, ui.theme.text, lesson.page->question, 8);
    for (std::size_t i = 0; i < lesson.page->options.size(); ++i) draw_option(ui, card, i, lesson, commands);
    if (question.kind == QuestionKind::guess) draw_guess(ui, card, lesson, commands);
    if (question.kind == QuestionKind::number) draw_number(ui, card, state, commands);
    if (question.kind == QuestionKind::paint) draw_painting(ui, card, state, commands);
    if (lesson.verdict == Verdict::asked) card.text(Font::note, ui.theme.dim, "computing …", 6);
    if (!lesson.reply.empty()) {
        const float reply = card.y;
        say(card, lesson.verdict == Verdict::right ? ui.theme.good : ui.theme.text, lesson.reply, 8);
        ui.place("lesson/reply", card.since(reply));
    }
    draw_ways(ui, card, state, commands);
    card.gap(8);
    const Rect area{{column.left, top}, {column.right, card.y}};
    ui.frame(area, ui.theme.line, metrics::card_radius);
    ui.place("lesson/question", area);
    column.y = card.y + 14;
}

}  // namespace vitrine
