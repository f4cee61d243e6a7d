/// Judges answers by comparing them with what is computed.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/formula/evaluate.h"
#include "app/lesson/player.h"
#include "app/lesson/slips.h"
#include "app/run/run.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

const LessonQuestion& question_of(const State& state) { return *shown_step(state.of<LessonState>())->question; }

Value list_of(const Index& cell, int rank) {
    std::vector<double> places;
    for (int axis = 0; axis < rank; ++axis) places.push_back(static_cast<double>(cell[static_cast<std::size_t>(axis)]));
    return list(std::move(places));
}

int rank_of(const State& state, const std::string& tensor) { return state.run ? state.run->find(tensor).layout.rank : 0; }

/// The user's answer as a value, under the name `guess`.
Value guess_of(const State& state, const Answer& answer) {
    const LessonState& lesson = state.of<LessonState>();
    if (answer.option) return lesson.page->options[*answer.option].text;
    if (answer.cell) return list_of(*answer.cell, rank_of(state, lesson.page->tensor));
    if (!answer.table.empty())
        return Numbers{{static_cast<Size>(lesson.page->rows.size()), static_cast<Size>(lesson.page->columns.size())}, answer.table};
    return number(answer.number.value_or(0));
}

/// The value of a table; a painting with a single row is a table with one row.
Value table_of(const LessonPage& page, const Value& right) {
    Numbers table = numbers_in(right, "the right table");
    if (table.shape.size() == 1 && page.rows.size() == 1) table.shape.insert(table.shape.begin(), 1);
    return table;
}

/// The right answer as a value; for options, the texts of the right ones.
Value right_of(const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    const LessonQuestion& question = question_of(state);
    if (question.kind != QuestionKind::choose) {
        const Value right = value_of(*lesson.lesson, *question.answer, scope_of(state));
        if (question.kind == QuestionKind::paint) return table_of(*lesson.page, right);
        return right;
    }
    Texts right;
    for (const ReadOption& option : lesson.page->options) {
        if (option.right) right.push_back(option.text);
    }
    if (right.size() == 1) return right.front();
    return right;
}

double tolerance(const State& state, double answer) {
    const LessonState& lesson = state.of<LessonState>();
    constexpr double usual = 0.005;  // half a unit of the second decimal
    const auto& within_it = question_of(state).within;
    if (!within_it) return usual * std::max(1.0, std::abs(answer));
    return number_in(value_of(*lesson.lesson, *within_it, scope_of(state)), "the tolerance");
}

/// The distance of two tables: the mean over their cells.
double distance(const Numbers& painted, const Numbers& right) {
    if (painted.shape != right.shape) throw Error("the painted table has another shape than the right one");
    double sum = 0;
    for (std::size_t i = 0; i < right.values.size(); ++i) sum += std::abs(painted.values[i] - right.values[i]);
    return sum / static_cast<double>(right.values.size());
}

bool is_right_cell(const State& state, const Index& cell) {
    const LessonState& lesson = state.of<LessonState>();
    Scope scope = scope_of(state);
    scope.given.insert_or_assign("cell", list_of(cell, rank_of(state, lesson.page->tensor)));
    const LessonText& answer = *question_of(state).answer;
    return within(lesson.lesson->where(answer.line),
                  [&] { return truth_in(evaluate(answer.text, scope), "whether a cell is right"); });
}

Scope scope_with(const State& state, const Answer& answer) {
    Scope scope = scope_of(state);
    scope.given.insert_or_assign("guess", guess_of(state, answer));
    if (question_of(state).kind != QuestionKind::cell) scope.given.insert_or_assign("answer", right_of(state));
    return scope;
}

/// A slip of well-known texts that the answer repeats; null: it repeats none.
const LessonSlip* slip_of(const State& state, const Answer& answer) {
    if (question_of(state).slips.empty()) return nullptr;
    const Lesson& lesson = *state.of<LessonState>().lesson;
    return repeated_slip(lesson, question_of(state), *answer.number, scope_with(state, answer));
}

bool is_right(const State& state, const Answer& answer) {
    const LessonState& lesson = state.of<LessonState>();
    switch (question_of(state).kind) {
        case QuestionKind::choose:
            return lesson.page->options[*answer.option].right;
        case QuestionKind::cell:
            return is_right_cell(state, *answer.cell);
        case QuestionKind::paint: {
            const Numbers right = numbers_in(right_of(state), "the right table");
            return distance(numbers_in(guess_of(state, answer), "the painted table"), right) <= tolerance(state, 1);
        }
        default: {
            const double right = number_in(right_of(state), "the right answer");
            return std::abs(*answer.number - right) <= tolerance(state, right) && !slip_of(state, answer);
        }
    }
}

/// The first reply to an answer whose condition is true.
std::string reply_to(const State& state, const Answer& answer, const std::vector<LessonReply>& replies) {
    const Lesson& lesson = *state.of<LessonState>().lesson;
    const Scope scope = scope_with(state, answer);
    if (const LessonSlip* slip = slip_of(state, answer)) return words_of(lesson, *slip, scope);
    for (const LessonReply& reply : replies) {
        const auto holds = [&] { return truth_in(evaluate(reply.when->text, scope), "the condition of a reply"); };
        if (!reply.when || within(lesson.where(reply.when->line), holds)) return words_of(lesson, reply.text, scope);
    }
    return "";
}

/// "Yes. It is 3." without the "Yes.", since nobody has answered.
std::string without_yes(std::string reply) {
    if (!reply.starts_with("Yes")) return reply;
    const std::size_t begin = reply.find_first_not_of(" .,:", 3);
    if (begin == 3) return reply;
    reply.erase(0, std::min(begin, reply.size()));
    if (!reply.empty() && reply[0] >= 'a' && reply[0] <= 'z') reply[0] = static_cast<char>(reply[0] - 'a' + 'A');
    return reply;
}

void hand_in(State& state, bool right) {
    LessonState& lesson = state.of<LessonState>();
    // Where a first answer has revealed what is right, another one only follows it.
    const bool shown = lesson.revealed && lesson.tries > 1;
    lesson.given.push_back(
        {lesson.lesson->name, lesson.page->title, lesson.page->question, answer_words(state), right, lesson.tries, shown});
}

/// The first cell of a tensor in the shown sentence and head for which the condition has this truth value.
std::optional<Index> cell_with(const State& state, bool truth) {
    const TensorView tensor = state.run->find(state.of<LessonState>().page->tensor);
    for (Size i = 0; i < tensor.layout.count(); ++i) {
        const Index cell = index_of(tensor.layout, i);
        if (is_right_cell(state, cell) == truth) return cell;
    }
    return std::nullopt;
}

/// A number that is far enough from the right one, but within the limits of a guess.
std::optional<Answer> wrong_number(const State& state) {
    const LessonPage& page = *state.of<LessonState>().page;
    const double right = number_in(right_of(state), "the right answer"), away = tolerance(state, right);
    const bool bounded = question_of(state).kind == QuestionKind::guess;
    const double step = std::max(3 * away, 1e-6);
    for (const double number : {right + step, right - step, page.least, page.most}) {
        if (bounded && (number < page.least || number > page.most)) continue;
        if (std::abs(number - right) > away) return Answer{.number = number};
    }
    return std::nullopt;
}

std::optional<Answer> option_that(const State& state, bool right) {
    const auto& options = state.of<LessonState>().page->options;
    const auto found = std::ranges::find(options, right, &ReadOption::right);
    if (found == options.end()) return std::nullopt;
    return Answer{.option = static_cast<std::size_t>(found - options.begin())};
}

}  // namespace

void judge(State& state) {
    LessonState& lesson = state.of<LessonState>();
    lesson.right = question_of(state).kind == QuestionKind::cell ? std::optional<Value>() : right_of(state);
    const bool right = is_right(state, lesson.answer);
    lesson.verdict = right ? Verdict::right : Verdict::wrong;
    lesson.reply = reply_to(state, lesson.answer, right ? question_of(state).right : question_of(state).wrong);
    if (right) close_number(state);
    lesson.types_again = !right && !lesson.revealed && question_of(state).kind == QuestionKind::number;
    hand_in(state, right);
    if (right) reveal(lesson);
}

void give_answer(State& state) {
    LessonState& lesson = state.of<LessonState>();
    const std::optional<Answer> answer = right_answer(state);
    if (!answer) return;
    if (question_of(state).kind != QuestionKind::cell) lesson.right = right_of(state);
    lesson.reply = without_yes(reply_to(state, *answer, question_of(state).right));
    if (!answer->cell) return;
    lesson.judged_cell = answer->cell;
    apply(state, SelectCell{lesson.page->tensor, *answer->cell});
}

void read_replies(const State& state) {
    const Lesson& lesson = *state.of<LessonState>().lesson;
    const Scope scope = scope_with(state, state.of<LessonState>().answer);
    for (const auto* replies : {&question_of(state).right, &question_of(state).wrong}) {
        for (const LessonReply& reply : *replies) {
            if (reply.when) value_of(lesson, *reply.when, scope);
            words_of(lesson, reply.text, scope);
        }
    }
    for (const LessonSlip& slip : question_of(state).slips) {
        holds(lesson, slip, scope);
        words_of(lesson, slip, scope);
    }
}

bool has_right_number_of(const State& state, const LessonSlip& slip) {
    const LessonState& lesson = state.of<LessonState>();
    return holds(*lesson.lesson, slip, scope_with(state, lesson.answer));
}

bool has_answer(const LessonState& lesson) {
    const Answer& answer = lesson.answer;
    return answer.option || answer.number || answer.cell || !answer.table.empty();
}

std::string answer_words(const State& state) { return written(guess_of(state, state.of<LessonState>().answer)); }

std::optional<Answer> right_answer(const State& state) {
    switch (question_of(state).kind) {
        case QuestionKind::choose:
            return option_that(state, true);
        case QuestionKind::cell: {
            const auto cell = cell_with(state, true);
            return cell ? std::optional(Answer{.cell = cell}) : std::nullopt;
        }
        case QuestionKind::paint:
            return Answer{.table = numbers_in(right_of(state), "the right table").values};
        default:
            return Answer{.number = number_in(right_of(state), "the right answer")};
    }
}

std::optional<Answer> wrong_answer(const State& state) {
    switch (question_of(state).kind) {
        case QuestionKind::choose:
            return option_that(state, false);
        case QuestionKind::cell: {
            const auto cell = cell_with(state, false);
            return cell ? std::optional(Answer{.cell = cell}) : std::nullopt;
        }
        case QuestionKind::paint: {
            std::vector<double> table = numbers_in(right_of(state), "the right table").values;
            for (double& share : table) share = share < 0.5 ? 1 : 0;
            const Answer answer{.table = table};
            return is_right(state, answer) ? std::nullopt : std::optional(answer);
        }
        default:
            return wrong_number(state);
    }
}

}  // namespace vitrine
