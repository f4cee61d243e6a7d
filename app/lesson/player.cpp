#include "app/lesson/player.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/base/job.h"
#include "app/edit/commands.h"
#include "app/formula/evaluate.h"
#include "app/lesson/projecting.h"
#include "app/run/run.h"
#include "app/session/describe.h"
#include "app/state/lacking.h"
#include "app/state/learning.h"
#include "app/views/map/state.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// A part of the described state as a value of formulas; null becomes the text "none".
Value value_of(const nlohmann::ordered_json& json) {
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number()) return number(json.get<double>());
    if (json.is_string()) return json.get<std::string>();
    if (json.is_null()) return std::string("none");
    if (json.is_array() && std::ranges::all_of(json, [](const auto& item) { return item.is_number(); }))
        return list(json.get<std::vector<double>>());
    if (json.is_array() && std::ranges::all_of(json, [](const auto& item) { return item.is_string(); })) return json.get<Texts>();
    throw Error("the state has no number, text or list there");
}

Value state_value(const State& state, const std::string& pointer) {
    if (!pointer.starts_with('/')) throw Error(fmt::format("{} is not a JSON pointer: it starts with /", in_quotes(pointer)));
    const nlohmann::ordered_json json = to_json(state);
    const nlohmann::ordered_json::json_pointer place(pointer);
    if (!json.contains(place)) throw Error(fmt::format("the state has no {}", in_quotes(pointer)));
    return value_of(json.at(place));
}

}  // namespace

Value value_of(const Lesson& lesson, const LessonText& formula, const Scope& scope) {
    return within(lesson.where(formula.line), [&] { return evaluate(formula.text, scope); });
}

std::string words_of(const Lesson& lesson, const LessonText& text, const Scope& scope) {
    return within(lesson.where(text.line), [&] { return filled_in(text.text, scope); });
}

std::string line_of(const Lesson& lesson, const LessonText& text, const Scope& scope) {
    return within(lesson.where(text.line), [&] { return filled_in(text.text, scope, written_in_one_piece); });
}

const LessonStep* shown_step(const LessonState& lesson) {
    if (!lesson.lesson || lesson.step >= lesson.lesson->steps.size()) return nullptr;
    return &lesson.lesson->steps[lesson.step];
}

bool is_ready(const State& state) {
    if (!state.run || state.opening) return false;
    // While training runs, its next step is always missing.
    if (state.of<Learning>().playing) return true;
    return std::ranges::none_of(state.modules, [&](const Module* module) {
        return module->missing && works(state, *module) && module->missing(state).has_value();
    });
}

bool is_told(const LessonState& lesson) { return lesson.lesson && is_told(*lesson.lesson); }

bool is_at_rest(const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    return !lesson.stale && !lesson.row_move && !(state.view == View::map && state.of<MapView>().move);
}

bool waits_for_answer(const LessonState& lesson) {
    const LessonStep* step = shown_step(lesson);
    if (!step || lesson.stale) return step != nullptr;
    if (step->task && !lesson.task_done) return true;
    const bool answered = lesson.verdict == Verdict::right || lesson.verdict == Verdict::shown ||
                          (lesson.verdict == Verdict::wrong && lesson.revealed);
    return step->question && !answered;
}

Scope scope_of(const State& state) {
    return {.run = state.run.get(),
            .sentence = state.selection.sentence,
            .head = state.selection.head,
            .given = state.of<LessonState>().names,
            .state = [&state](const std::string& pointer) { return state_value(state, pointer); }};
}

void close_number(State& state) {
    state.of<LessonState>().types_again = false;
    const auto* setting = state.field ? std::get_if<TypedSetting>(&state.field->what) : nullptr;
    if (setting && setting->anchor == number_anchor) do_command(state, LeaveField{});
}

namespace {

/// The row of the step that is left goes to the place of the next one.
void send_row(State& state) {
    LessonState& lesson = state.of<LessonState>();
    lesson.row_move.reset();
    const auto from = std::exchange(lesson.row_at, std::nullopt);
    if (from && lesson.page && lesson.page->row && state.motion == Motion::eased)
        lesson.row_move = RowMove{*lesson.page->row, lesson.page->rings.front(), *from};
}

}  // namespace

void enter_step(State& state, std::size_t step) {
    close_number(state);
    send_row(state);
    LessonState& lesson = state.of<LessonState>();
    lesson.step = step;
    state.of<Projecting>().sides = false;
    state.scroll.erase("lesson");
    lesson.revealed = lesson.task_done = false;
    lesson.lit = lesson.stale = true;
    lesson.led_to.reset(), lesson.next_place.reset();
    lesson.restored = false;
    lesson.carried = 0, lesson.waited = 0, lesson.tries = 0;
    lesson.names.clear(), lesson.names_before.clear();
    lesson.right.reset(), lesson.judged_cell.reset();
    lesson.answer = {}, lesson.verdict = Verdict::open;
    lesson.reply.clear(), lesson.problem.clear(), lesson.asked.clear();
}

bool has_moved(const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    const LessonStep* step = shown_step(lesson);
    if (!step || step->task || lesson.stale || !state.run || !is_ready(state)) return false;
    return lesson.generation != state.run->generation || lesson.sentence != state.selection.sentence ||
           lesson.head != state.selection.head;
}

void reveal(LessonState& lesson) {
    if (lesson.revealed) return;
    lesson.names_before = lesson.names;
    lesson.revealed = lesson.stale = true;
    lesson.led_to.reset(), lesson.next_place.reset();
}

}  // namespace vitrine
