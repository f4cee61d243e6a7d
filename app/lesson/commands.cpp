#include "app/lesson/commands.h"

#include <algorithm>

#include "app/compare/state.h"
#include "app/frame/sheets/state.h"
#include "app/lesson/course.h"
#include "app/lesson/player.h"
#include "app/opening/commands.h"
#include "app/run/request.h"
#include "app/run/run.h"
#include "app/session/session.h"
#include "app/state/folds.h"
#include "app/state/learning.h"
#include "app/state/start_page.h"
#include "app/state/window_commands.h"
#include "app/views/train/aside.h"

namespace vitrine {

namespace {

void open_sample(State& state, const Lesson& lesson) {
    if (!lesson.sample || state.request.sample == lesson.sample->text) return;
    OpenModel open;
    open.request.sample = lesson.sample->text;
    do_command(state, open);
}

void finish(LessonState& lesson) {
    lesson.finished.insert(lesson.open);
    lesson.reached.steps.erase(lesson.open);
    lesson.playing = false;
}

void note_place(LessonState& lesson) {
    if (!lesson.lesson) return;
    if (shown_step(lesson) && lesson.step > 0) {
        lesson.reached.steps[lesson.open] = static_cast<int>(lesson.step);
    } else {
        lesson.reached.steps.erase(lesson.open);
    }
}

void leave(LessonState& lesson) {
    lesson.lesson.reset();
    lesson.open.clear();
    lesson.page.reset();
    lesson.row_at.reset(), lesson.row_move.reset();
}

/// Whether the model, the sentences and everything altered are those of a session, so that nothing has to be opened.
bool shows_run_of(const State& state, const SavedSession& session) {
    const bool compares = session.comparison || state.of<ComparisonView>().pinned;
    const bool opened = session.model && same_request(*session.model, state.request) && !state.of<Learning>().shown;
    return opened && !compares && is_ready(state) && session.edits == state.edits && state.run->edits == state.edits;
}

/// Opens what was open before the lesson.
void go_back(State& state, SavedSession session) {
    // The progress of lessons has changed since then, and perhaps the appearance; both stay as they are now.
    const SavedSession now = session_of(state);
    session.habits = now.habits, session.looks = now.looks;
    if (shows_run_of(state, session)) {
        state.history = session.history;
        return restore(state, session);
    }
    state.edits = {};  // the edits of the lesson, which nobody wants to keep
    do_command(state, RestoreSession{session});
}

/// Remembers the open lesson, and its file if it is from elsewhere.
void remember(LessonState& lessons, const std::shared_ptr<const Lesson>& lesson) {
    constexpr std::size_t most = 12;
    lessons.open = kept_as(lesson);
    if (lessons.open == lesson->name) return;
    std::erase(lessons.own, lessons.open);
    lessons.own.insert(lessons.own.begin(), lessons.open);
    if (lessons.own.size() > most) lessons.own.resize(most);
}

/// The step at which the lesson was left, or an earlier one if the file has become shorter.
std::size_t first_step(const LessonState& state, const BeginLesson& begin) {
    const auto left = state.reached.steps.find(kept_as(begin.lesson));
    const int wanted = begin.step >= 0 ? begin.step : left == state.reached.steps.end() ? 0 : left->second;
    return std::min(static_cast<std::size_t>(std::max(wanted, 0)), begin.lesson->steps.size() - 1);
}

}  // namespace

void do_command(State& state, const ShowCourse& command) {
    LessonState& lesson = state.of<LessonState>();
    note_place(lesson);
    leave(lesson);
    state.of<Folds>().pointed.clear();
    lesson.shows_course = command.shown;
    do_command(state, PutTrainingBack{.goes_back = false});
}

void do_command(State& state, const BeginLesson& command) {
    if (!command.lesson) return;
    state.message.clear();  // a message from before; if another one comes while a step begins, the step cannot be shown
    LessonState& lesson = state.of<LessonState>();
    note_place(lesson);
    const bool leaves_sample = command.on_own && lesson.lesson && !lesson.on_own && lesson.before;
    if (leaves_sample) go_back(state, *lesson.before);
    if (!lesson.before && state.run) lesson.before = session_of(state);
    // A lesson on the user's own model is about the model in training, if that is on the screen.
    if (!command.on_own || !state.of<Learning>().shown) do_command(state, SetTrainingAside{});
    lesson.lesson = command.lesson;
    remember(lesson, command.lesson);
    lesson.page.reset();
    lesson.shows_course = false;
    lesson.on_own = command.on_own;
    lesson.playing = command.plays;
    // On the user's own model, its sentences stay as they are. If a model is being opened, its sentences are taken when it is
    // there.
    lesson.sentences = lesson.made_of_them = command.on_own && !leaves_sample ? state.edits.batch : nullptr;
    if (!command.on_own) open_sample(state, *command.lesson);
    enter_step(state, first_step(lesson, command));
    lesson.asked = command.asked;
    note_place(lesson);
}

void do_command(State& state, const MoveLesson& command) {
    LessonState& lesson = state.of<LessonState>();
    if (!lesson.lesson) return;
    const auto count = static_cast<int>(lesson.lesson->steps.size());
    const int step = std::clamp(static_cast<int>(lesson.step) + command.by, 0, count);
    if (step == static_cast<int>(lesson.step)) return;
    enter_step(state, static_cast<std::size_t>(step));
    note_place(lesson);  // so that it continues here even if the program is closed
    if (step < count) return;
    finish(lesson);
    if (!is_told(lesson)) return;
    // What was told goes on with a sentence of the user's own.
    do_command(state, CloseLesson{});
    do_command(state, SetMenu{start_page});
}

void do_command(State& state, const LeadTo& command) {
    state.of<LessonState>().led_to = command.ring;
    state.of<Sheets>().sought_for.clear();  // so that the place is also found if it was scrolled out of sight again
}

void do_command(State& state, const NoteNextPlace& command) { state.of<LessonState>().next_place = command.ring; }

void do_command(State& state, const NoteRowPlace& command) { state.of<LessonState>().row_at = command.place; }

void do_command(State& state, const CloseLesson& command) {
    LessonState& lesson = state.of<LessonState>();
    note_place(lesson);
    leave(lesson);
    state.of<Folds>().pointed.clear();
    lesson.shows_course = lesson.playing = false;
    const auto before = std::exchange(lesson.before, std::nullopt);
    const bool goes_back = before && command.goes_back;
    do_command(state, PutTrainingBack{goes_back && before->model});
    if (goes_back) go_back(state, *before);
}

void do_command(State& state, const ChooseOption& command) {
    LessonState& lesson = state.of<LessonState>();
    const bool answers = lesson.verdict == Verdict::open || lesson.verdict == Verdict::wrong;
    if (!answers || !lesson.page || command.option >= lesson.page->options.size()) return;
    lesson.answer = {.option = command.option};
    do_command(state, CheckAnswer{});
}

void do_command(State& state, const GuessNumber& command) {
    LessonState& lesson = state.of<LessonState>();
    lesson.answer = {.number = command.number};
    if (lesson.verdict == Verdict::wrong && !lesson.revealed) lesson.verdict = Verdict::open;
    if (command.answers) do_command(state, CheckAnswer{});
}

void do_command(State& state, const PaintCell& command) {
    LessonState& lesson = state.of<LessonState>();
    if (!lesson.page) return;
    const std::size_t cells = lesson.page->rows.size() * lesson.page->columns.size();
    if (command.cell >= cells) return;
    lesson.answer.table.resize(cells, 0);
    lesson.answer.table[command.cell] = std::clamp(command.share, 0.0, 1.0);
    if (command.begins) lesson.brush = command.share;
}

void do_command(State& state, const CheckAnswer&) {
    LessonState& lesson = state.of<LessonState>();
    const LessonStep* step = shown_step(lesson);
    if (!step || !step->question) return;
    // Of options another one may be chosen, though the first answer may have revealed which is right.
    const bool again = lesson.verdict == Verdict::wrong && (!lesson.revealed || step->question->kind == QuestionKind::choose);
    const bool asks = lesson.verdict == Verdict::open || again;
    if (!asks || !lesson.page || !has_answer(lesson)) return;
    ++lesson.tries;
    lesson.verdict = Verdict::asked;
    lesson.reply.clear();  // it belonged to the previous answer
    // A prediction is made only once, since the answer is then computed and shown.
    const QuestionKind kind = step->question->kind;
    const bool predicts = kind == QuestionKind::guess || kind == QuestionKind::paint;
    if (predicts || step->revealed.changes_run()) reveal(lesson);
}

void do_command(State& state, const ShowAnswer&) {
    LessonState& lesson = state.of<LessonState>();
    const LessonStep* step = shown_step(lesson);
    if (!step || !step->question || !lesson.page) return;
    close_number(state);
    lesson.verdict = Verdict::shown;
    lesson.reply.clear();
    lesson.given.push_back({lesson.lesson->name, lesson.page->title, lesson.page->question, "", false, lesson.tries, true});
    reveal(lesson);
}

void do_command(State& state, const TryAgain&) {
    LessonState& lesson = state.of<LessonState>();
    if (lesson.verdict != Verdict::wrong || lesson.revealed) return;
    lesson.verdict = Verdict::open;
    lesson.answer = {}, lesson.reply.clear();
}

void do_command(State& state, const ReturnToLesson&) {
    LessonState& lesson = state.of<LessonState>();
    if (!shown_step(lesson)) return;
    const bool answered = lesson.revealed && !shown_step(lesson)->task;  // a task has to be done again
    if (answered) {
        lesson.lit = lesson.stale = true;
        lesson.restored = false;
        lesson.carried = 0;
        lesson.problem.clear();
    } else {
        enter_step(state, lesson.step);
    }
    if (!lesson.on_own) open_sample(state, *lesson.lesson);
}

void do_command(State& state, const LightLesson& command) { state.of<LessonState>().lit = command.lit; }

void do_command(State& state, const PlayLesson& command) { state.of<LessonState>().playing = command.playing; }

}  // namespace vitrine
