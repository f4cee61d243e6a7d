#pragma once
/// The state of lessons: which one is open, how far it has got, what was answered.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/formula/scope.h"
#include "app/lesson/lesson.h"
#include "app/render/rect.h"
#include "app/session/data.h"

namespace vitrine {

/// The state of a question.
enum class Verdict : std::uint8_t {
    open,   ///< not answered yet
    asked,  ///< answered; the value that it is judged by is still being computed
    wrong,  ///< answered wrongly
    right,
    shown,  ///< the right answer was shown
};

/// An option of a question, and whether it is right.
struct ReadOption {
    std::string text;
    bool right = false;
};

/// A place on the screen that a lesson points at.
struct PointedPlace {
    std::string anchor;
    std::vector<std::optional<Size>> index = {};  ///< of cells of its tensor; nothing: all along this axis
};

/// A step as it reads with the shown run.
struct LessonPage {
    std::string title;
    std::vector<std::string> prose = {}, after = {};  ///< paragraphs before and after the answer
    std::vector<PointedPlace> rings = {}, lights = {};
    std::optional<PointedPlace> row = {};    ///< the row that is on its way: a tensor's path and the row's index
    std::optional<PointedPlace> shown = {};  ///< a row that is written out
    std::string question;
    std::vector<ReadOption> options = {};
    std::string tensor;                      ///< the tensor whose cells are asked for
    double least = 0, most = 1, within = 0;  ///< for a guess: its limits, and how far from the answer is still right
    Texts rows = {}, columns = {};           ///< for a painted table
    std::string task;
};

/// How long a row is on its way.
inline constexpr double row_seconds = 0.8;

/// The row of the step before, on its way to the place that this step points at.
struct RowMove {
    PointedPlace row, left;  ///< the row, and what the step before pointed at
    ImVec2 from;             ///< where it was on the screen, in logical pixels
    double seconds = 0;      ///< since it left
};

/// The user's answer.
struct Answer {
    std::optional<std::size_t> option = {};
    std::optional<double> number = {};  ///< a number that was typed or guessed
    std::optional<Index> cell = {};
    std::vector<double> table = {};  ///< a painted table, row by row

    bool operator==(const Answer&) const = default;
};

/// An answer that is handed in to a teacher.
struct GivenAnswer {
    std::string lesson, step, question, answer;
    bool right = false;
    int tries = 0;
    bool shown = false;  ///< the right answer was shown
};

/// For lessons that were left: the step that was reached, from 0.
struct ReachedSteps {
    std::map<std::string, int> steps = {};
};

struct LessonState {
    bool shows_course = false;             ///< the column lists the lessons
    std::shared_ptr<const Lesson> lesson;  ///< null: none is open
    bool on_own = false;                   ///< on the user's own model and sentences: no sample is opened
    std::size_t step = 0;
    std::string asked;        ///< the question that led to this step; empty: none
    bool revealed = false;    ///< the part after the answer has begun
    bool restored = false;    ///< the step has begun, with the unaltered model
    std::size_t carried = 0;  ///< number of entries carried out, of the open part and then of the revealed one
    double waited = 0;        ///< seconds that the step has been on the screen
    bool playing = false;     ///< a story that goes on by itself

    // The user's own sentences, or null for those that the model was opened with; and the sentences that the step has made of
    // them.
    std::shared_ptr<const Batch> sentences, made_of_them;

    std::map<std::string, Value, std::less<>> names, names_before;  ///< names given so far; those of the open part, once the
                                                                    ///< answer is revealed
    std::optional<LessonPage> page;                                 ///< nothing before the entries of the first step have been
                                                                    ///< carried out
    bool stale = true;                                              ///< `page` has to be read again
    std::optional<Value> right;                                     ///< the right answer, after the question has been judged
    Answer answer;
    double brush = 1;  ///< the value that is painted with
    Verdict verdict = Verdict::open;
    std::string reply;  ///< the reply to the answer
    int tries = 0;
    bool types_again = false;  ///< after a wrong number, its field opens for another one
    bool task_done = false;
    bool lit = true;  ///< what the step is not about is dimmed; false: the user has looked elsewhere

    // Indices of rings of the page. A narrow window seldom has room for all.
    std::optional<std::size_t> led_to, next_place;  ///< the ring that the reader was led to; a ring out of sight, to be led to next

    std::optional<ImVec2> row_at;     ///< where the row of the step is on the screen; nothing: the step has none, or moves
    std::optional<RowMove> row_move;  ///< nothing: at rest

    std::string problem;  ///< why the step cannot be shown, in one line; empty: it can

    std::string open;                ///< the name under which the open lesson is remembered, see kept_as(); empty: none
    std::vector<std::string> own;    ///< files of lessons from elsewhere that were opened, newest first
    std::set<std::string> finished;  ///< lessons that were read to their end
    ReachedSteps reached;
    std::vector<GivenAnswer> given;      ///< the answers so far, newest last
    std::optional<SavedSession> before;  ///< what the program showed before the lesson

    // What `page` was made from:
    std::uint64_t generation = 0;
    Size sentence = 0, head = 0;
    std::optional<Index> judged_cell;
};

struct State;

/// The step that is shown; null if no lesson is open, or if it is at its end.
const LessonStep* shown_step(const LessonState& lesson);

/// Whether everything that the program was asked for is there: no model is being opened, and no run is being computed.
bool is_ready(const State& state);

/// Whether a lesson is open that is told over the whole window.
bool is_told(const LessonState& lesson);

/// Whether the step has been read, and neither its row nor the map is still moving.
bool is_at_rest(const State& state);

/// Whether the step waits for an answer, so that *Continue* has to wait, too.
bool waits_for_answer(const LessonState& lesson);

/// The names of the step, and the run.
Scope scope_of(const State& state);

/// The value of a formula in a lesson. Throws Error with the formula's line.
Value value_of(const Lesson& lesson, const LessonText& formula, const Scope& scope);
std::string words_of(const Lesson& lesson, const LessonText& text, const Scope& scope);

/// The same for a setting, a command or an anchor, in which a blank ends a word.
std::string line_of(const Lesson& lesson, const LessonText& text, const Scope& scope);

}  // namespace vitrine
