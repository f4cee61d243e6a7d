#include "app/lesson/time.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/actions/actions.h"
#include "app/edit/commands.h"
#include "app/formula/evaluate.h"
#include "app/frame/sheets/state.h"
#include "app/lesson/commands.h"
#include "app/lesson/own_lessons.h"
#include "app/lesson/player.h"
#include "app/lesson/recording.h"
#include "app/run/run.h"
#include "app/script/script.h"
#include "app/script/settings.h"
#include "app/state/folds.h"
#include "app/state/learning.h"
#include "app/state/lesson_limits.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

std::size_t entry_count(const LessonState& lesson) {
    const LessonStep& step = *shown_step(lesson);
    return step.open.entries.size() + (lesson.revealed ? step.revealed.entries.size() : 0);
}

const LessonEntry& entry_at(const LessonStep& step, std::size_t place) {
    const std::size_t before = step.open.entries.size();
    return place < before ? step.open.entries[place] : step.revealed.entries[place - before];
}

/// Returns from a model in training to the one that was open.
void leave_training(State& state) {
    if (!state.of<Learning>().shown) return;
    Commands commands;
    if (const Action* leave = find_action(state, "run/leave-training")) perform(*leave, state, commands);
    for (const Command& command : commands) apply(state, command);
}

/// Whether the user has changed the encoder's input. A change of the target alone does not count, since Generate makes targets,
/// too.
bool has_other_source(const std::shared_ptr<const Batch>& now, const std::shared_ptr<const Batch>& before) {
    if (now == before || !now) return now != before;
    return !before || !(now->src.layout().shape == before->src.layout().shape) ||
           !std::equal(now->src.data(), now->src.data() + now->src.count(), before->src.data());
}

/// Carries out a command of the lesson. What a lesson alters is no step of the history, which is the user's.
void act_unnoted(State& state, const Command& command) {
    const EditHistory history = state.history;
    apply(state, command);
    state.history = history;
}

/// Undoes all alterations when a step begins. On the user's own model, sentences that the user has changed stay, but those that a
/// lesson has changed do not.
void restore(State& state) {
    LessonState& lesson = state.of<LessonState>();
    lesson.restored = true;
    if (lesson.on_own && has_other_source(state.edits.batch, lesson.made_of_them)) lesson.sentences = state.edits.batch;
    lesson.made_of_them = lesson.sentences;
    leave_training(state);
    if (!state.focus.starts_with("lesson/")) do_command(state, SetFocus{""});  // removes the focus of the step before
    do_command(state, GoToPhase{Phase::forward});
    do_command(state, SetAspect{Aspect::value});
    do_command(state, ClearCell{});
    act_unnoted(state, SetEdits{Edits{.batch = lesson.sentences}, "as the lesson needs it"});
}

/// Throws Error if the open model or its sentences lack something that the lesson needs.
void check_needs(const State& state) {
    const Lesson& lesson = *state.of<LessonState>().lesson;
    const Scope scope = scope_of(state);
    for (const LessonNeed& need : lesson.needs) {
        if (truth_in(value_of(lesson, need.formula, scope), "whether the model has what is needed")) continue;
        throw Error(fmt::format("{}: this lesson needs {}, and the open model has none", lesson.where(need.formula.line),
                                words_of(lesson, need.text, scope)));
    }
}

/// While this object lives, a lesson is acting.
class LessonActs {
public:
    explicit LessonActs(State& state) : acts_(state.lesson_acts), before_(std::exchange(acts_, true)) {}
    ~LessonActs() { acts_ = before_; }
    LessonActs(const LessonActs&) = delete;
    LessonActs& operator=(const LessonActs&) = delete;

private:
    bool& acts_;
    const bool before_;
};

void carry_out(State& state, const LessonSetting& setting) {
    const Lesson& lesson = *state.of<LessonState>().lesson;
    const std::string line = has_formulas(setting.line.text) ? line_of(lesson, setting.line, scope_of(state)) : setting.line.text;
    within(lesson.where(setting.line.line), [&] {
        const LessonActs acts(state);
        for (const Command& command : commands_for(state, parse_lesson_command(line))) act_unnoted(state, command);
        if (!state.message.empty()) throw Error(state.message);
    });
    state.of<LessonState>().made_of_them = state.edits.batch;
}

/// What was named before the answer keeps its value when the answer changes the run.
void give_name(State& state, const LessonName& name) {
    LessonState& lesson = state.of<LessonState>();
    Value value = value_of(*lesson.lesson, name.formula, scope_of(state));
    // A tensor is freed with its run, but a name may live longer.
    if (std::holds_alternative<TensorView>(value)) value = numbers_in(value, "the tensor that is named");
    lesson.names.insert_or_assign(name.name, std::move(value));
}

/// Carries out entries until one has to be waited for. Returns whether all have been carried out.
bool carry_out_entries(State& state) {
    if (!state.of<LessonState>().restored) {
        restore(state);
        if (!is_ready(state)) return false;
    }
    if (state.of<LessonState>().carried == 0) check_needs(state);
    while (state.of<LessonState>().carried < entry_count(state.of<LessonState>())) {
        LessonState& lesson = state.of<LessonState>();
        const LessonStep& step = *shown_step(lesson);
        const std::size_t place = lesson.carried++;
        const bool is_open = place < step.open.entries.size();
        const LessonEntry& entry = entry_at(step, place);
        lesson.stale = true;
        if (const auto* setting = std::get_if<LessonSetting>(&entry)) carry_out(state, *setting);
        if (const auto* name = std::get_if<LessonName>(&entry); name && !(is_open && lesson.revealed)) give_name(state, *name);
        if (!is_ready(state)) return false;
    }
    return true;
}

/// Scrolls what the step points at into view.
void reveal_places(State& state) {
    const LessonState& lesson = state.of<LessonState>();
    state.of<Sheets>().sought_for.clear();  // in a narrow window, it is searched for again
    state.reveal.clear();                   // what a view would scroll to, such as the chosen head, may be elsewhere
    std::vector<std::string>& pointed = state.of<Folds>().pointed;  // what is folded away and pointed at, is open meanwhile
    pointed.clear();
    for (const auto& places : {lesson.page->rings, lesson.page->lights}) {
        for (const PointedPlace& place : places) pointed.push_back(place.anchor);
    }
    for (const PointedPlace& place : lesson.page->rings) state.reveal.insert(place.anchor);
    if (lesson.revealed) state.reveal.insert(lesson.page->after.empty() ? "lesson/reply" : "lesson/after");
}

/// Reads the step when it begins. What it says and asks then stays the same, whatever is clicked.
void read_step(State& state) {
    LessonState& lesson = state.of<LessonState>();
    lesson.generation = state.run->generation;
    lesson.sentence = state.selection.sentence, lesson.head = state.selection.head;
    lesson.stale = false;
    lesson.page = read_page(state);
    // At the end of what is told, Enter leads on.
    if (is_told(lesson) && lesson.step + 1 == lesson.lesson->steps.size()) do_command(state, SetFocus{"lesson/on"});
    // A cell that the step itself has chosen is not an answer.
    if (!lesson.revealed) lesson.judged_cell = state.selection.cell;
    reveal_places(state);
}

/// A click on a cell is an answer.
void follow_click(State& state) {
    LessonState& lesson = state.of<LessonState>();
    const LessonStep& step = *shown_step(lesson);
    if (!step.question || step.question->kind != QuestionKind::cell || lesson.verdict == Verdict::right) return;
    const bool there = state.selection.tensor == lesson.page->tensor && state.selection.cell;
    if (!there || lesson.judged_cell == state.selection.cell) return;
    lesson.judged_cell = state.selection.cell;
    lesson.answer.cell = state.selection.cell;
    do_command(state, CheckAnswer{});
}

/// Whether the task is done. Before that, the things in its formula may not even exist.
bool is_done(const State& state, const LessonTask& task) {
    try {
        return truth_in(evaluate(task.until.text, scope_of(state)), "the condition");
    } catch (const Error&) {
        return false;
    }
}

/// Shows what comes after the task as soon as it is done.
void follow_task(State& state) {
    LessonState& lesson = state.of<LessonState>();
    const LessonStep& step = *shown_step(lesson);
    if (!step.task || lesson.task_done || !is_done(state, *step.task)) return;
    lesson.task_done = true;
    if (!step.question && !step.revealed.is_empty()) reveal(lesson);
}

void play_on(State& state, double seconds) {
    LessonState& lesson = state.of<LessonState>();
    if (!lesson.playing) return;
    lesson.waited += seconds;
    const LessonStep* step = shown_step(lesson);
    if (!step->seconds || lesson.waited < *step->seconds) return;
    // The last step leads elsewhere, so it waits for the user.
    lesson.playing = lesson.step + 1 < lesson.lesson->steps.size();
    if (lesson.playing) do_command(state, MoveLesson{1});
}

/// Moves the row of the step before towards the place of this one.
void move_row(State& state, double seconds) {
    LessonState& lesson = state.of<LessonState>();
    if (!lesson.row_move) return;
    lesson.row_move->seconds += std::max(0.0, seconds);
    const bool arrives = lesson.page->row && !lesson.page->rings.empty() && state.motion == Motion::eased;
    if (!arrives || lesson.row_move->seconds >= row_seconds) lesson.row_move.reset();
}

void follow_step(State& state, double seconds) {
    if (!carry_out_entries(state)) return;
    LessonState& lesson = state.of<LessonState>();
    if (lesson.stale) {
        read_step(state);
        if (lesson.verdict == Verdict::shown) give_answer(state);
    }
    if (state.field) lesson.types_again = false;
    if (lesson.verdict == Verdict::asked) {
        const bool was_revealed = state.of<LessonState>().revealed;
        judge(state);
        if (!was_revealed) state.reveal.insert("lesson/reply");  // otherwise what follows is already in view
    }
    follow_click(state);
    follow_task(state);
    move_row(state, seconds);
    play_on(state, seconds);
}

/// Opens the lesson that was open when the program was closed.
void reopen(State& state) {
    LessonState& lesson = state.of<LessonState>();
    if (lesson.lesson || lesson.open.empty() || !state.run) return;
    const std::shared_ptr<const Lesson> known = remembered_lesson(state, lesson.open);
    lesson.open.clear();
    if (known) do_command(state, BeginLesson{known});
}

}  // namespace

void pass_lesson_time(State& state, double seconds) {
    reopen(state);
    pass_recording_time(state);
    if (!shown_step(state.of<LessonState>()) || !state.of<LessonState>().problem.empty() || !is_ready(state)) return;
    try {
        follow_step(state, seconds);
    } catch (const Error& error) {
        state.of<LessonState>().problem = error.what();
    }
}

}  // namespace vitrine
