#include "app/shell/script/lesson_check.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "app/formula/evaluate.h"
#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/panel/parts.h"
#include "app/lesson/player.h"
#include "app/lesson/slips.h"
#include "app/lesson/written_numbers.h"
#include "app/run/run.h"
#include "app/script/script.h"
#include "app/shell/script/automation.h"
#include "app/state/lesson_limits.h"
#include "app/state/selection_commands.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

class LessonChecker {
public:
    LessonChecker(Stage& stage, const std::shared_ptr<const Lesson>& lesson, bool on_own, const LessonSeen& seen)
        : stage_(stage), lesson_(lesson), on_own_(on_own), seen_(seen) {
        check_.problems = written_numbers(*lesson);
    }

    LessonCheck check() {
        for (std::size_t step = 0; step < lesson_->steps.size(); ++step) check_step(step);
        if (check_.problems.empty() && !now().finished.contains(kept_as(lesson_))) note(lesson_->title, "the lesson does not end");
        return std::move(check_);
    }

private:
    const LessonState& now() const { return stage_.state().of<LessonState>(); }
    const LessonStep& step() const { return lesson_->steps[step_]; }

    void note(const LessonText& at, const std::string& what) { check_.problems.push_back(lesson_->where(at.line) + ": " + what); }

    void give(const Command& command) {
        stage_.application().command(command);
        stage_.settle(input_);
    }

    /// Begins the lesson at this step, as if the user had left it there.
    void begin() { give(BeginLesson{lesson_, static_cast<int>(step_), on_own_}); }

    bool is_shown() {
        if (!now().problem.empty()) {
            check_.problems.push_back(now().problem);
        } else if (!now().page || now().stale) {
            note(step().title, "the step is never shown: it waits for the program");
        } else {
            return true;
        }
        return false;
    }

    void check_step(std::size_t place) {
        step_ = place;
        ++check_.steps;
        begin();
        if (!is_shown()) return;
        if (seen_) seen_(*lesson_, step_, false);
        check_places(step().open);
        if (step().task) check_task(*step().task);
        if (step().question) check_question(*step().question);
        if (waits_for_answer(now()) && check_.problems.empty()) note(step().title, "the step still waits when all is done");
        give(MoveLesson{1});
    }

    /// At least one of the places that a step points at has to be visible, and the reader has to be led to all others.
    void check_places(const LessonPart& part) {
        const std::size_t count = std::min(now().page->rings.size(), part.rings.size());
        std::vector<bool> seen(count);
        const auto look = [&] {
            for (std::size_t i = 0; i < count; ++i)
                seen[i] = seen[i] || !pointed_area(stage_.record(), now().page->rings[i]).empty();
        };
        look();
        if (count > 0 && std::ranges::count(seen, true) == 0) note(part.rings[0], "nothing that is pointed at can be seen");
        for (std::size_t led = 0; led < count && now().next_place; ++led) {
            give(LeadTo{*now().next_place});
            look();
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (!seen[i])
                note(part.rings[i], fmt::format("{}, which is pointed at, cannot be seen", in_quotes(now().page->rings[i].anchor)));
        }
    }

    /// Plays a line that tells how to do a task, with the rights of the lesson. Returns whether that succeeded.
    bool plays(const LessonText& line) {
        std::string problem;
        stage_.application().command(LetLessonAct{true});
        try {
            std::ostringstream unheard;
            Visitor(stage_, unheard).play(parse_lesson_command(line_of(*lesson_, line, scope_of(stage_.state()))));
        } catch (const VisitFailed& failure) {
            problem = failure.what();
        } catch (const Error& error) {
            problem = error.what();
        }
        stage_.application().command(LetLessonAct{false});
        if (!problem.empty()) note(line, problem);
        return problem.empty();
    }

    void check_task(const LessonTask& task) {
        ++check_.tasks;
        if (now().task_done) note(task.text, "the task is done before anything was done");
        for (const LessonText& line : task.by) {
            if (!plays(line)) return;
        }
        stage_.settle(input_);
        if (!now().task_done) return note(task.until, "the task is not done by what is said to do it");
        if (!is_shown() || step().question) return;
        if (seen_ && now().revealed) seen_(*lesson_, step_, true);
        check_places(step().revealed);
    }

    /// Shows the answers first: only then are predicted values computed, so that the right answer is known.
    void check_question(const LessonQuestion& question) {
        ++check_.questions;
        give(ShowAnswer{});
        if (!is_shown()) return;
        check_places(step().revealed);
        std::optional<Answer> right, wrong;
        try {
            right = right_answer(stage_.state()), wrong = wrong_answer(stage_.state());
        } catch (const Error& error) {
            return check_.problems.emplace_back(error.what()), void();
        }
        if (!wrong) return note(question.text, "no answer is wrong");
        if (!right) return note(question.text, "no answer is right");
        check_answer(question, *wrong, Verdict::wrong);
        for (const LessonSlip& slip : question.slips) check_slip(question, slip);
        check_answer(question, *right, Verdict::right);  // last, so that the step ends as it does for a reader
        if (seen_) seen_(*lesson_, step_, true);
    }

    void check_answer(const LessonQuestion& question, const Answer& answer, Verdict verdict) {
        begin();
        if (!is_shown()) return;
        hand_in(answer);
        if (!now().problem.empty()) return check_.problems.push_back(now().problem);
        const char* word = verdict == Verdict::right ? "right" : "wrong";
        if (now().verdict != verdict) note(question.text, fmt::format("a {} answer is not taken as {}", word, word));
        if (now().reply.empty()) note(question.text, fmt::format("nothing is said to a {} answer", word));
        if (verdict == Verdict::wrong) check_replies();
    }

    /// On the lesson's own sample the right number of a slip is a number of the run, and whoever repeats the slip is told.
    void check_slip(const LessonQuestion& question, const LessonSlip& slip) {
        if (on_own_ || !check_.problems.empty()) return;
        check_answer(question, {.number = number_written(slip.written)}, Verdict::wrong);
        if (!check_.problems.empty()) return;
        if (!has_right_number_of(stage_.state(), slip))
            note(slip.text, fmt::format("the right number of this slip, {}, is not the run's", slip.instead));
    }

    /// Checks replies that are rarely given, too.
    void check_replies() {
        try {
            read_replies(stage_.state());
        } catch (const Error& error) {
            check_.problems.emplace_back(error.what());
        }
    }

    void hand_in(const Answer& answer) {
        if (answer.option) give(ChooseOption{*answer.option});
        if (answer.number) give(GuessNumber{*answer.number, true});
        if (answer.cell) give(SelectCell{now().page->tensor, *answer.cell});
        for (std::size_t i = 0; i < answer.table.size(); ++i) stage_.application().command(PaintCell{i, answer.table[i]});
        if (!answer.table.empty()) give(CheckAnswer{});
    }

    Stage& stage_;
    const std::shared_ptr<const Lesson> lesson_;
    const bool on_own_;
    const LessonSeen& seen_;
    LessonCheck check_;
    Input input_;
    std::size_t step_ = 0;
};

}  // namespace

LessonCheck check_lesson(Stage& stage, const std::shared_ptr<const Lesson>& lesson, bool on_own, const LessonSeen& seen) {
    return LessonChecker(stage, lesson, on_own, seen).check();
}

}  // namespace vitrine
