#pragma once
/// Functions that play a lesson.

#include "app/lesson/state.h"

namespace vitrine {

struct State;

/// Goes to a step: undoes all changes to the model, and begins with the step's entries.
void enter_step(State& state, std::size_t step);

/// Whether another run, sentence or head is shown than when the step was read, although no task asks for that.
bool has_moved(const State& state);

/// Begins the part after the answer.
void reveal(LessonState& lesson);

/// Reads the step with the shown run. Throws Error.
LessonPage read_page(const State& state);

/// Judges the answer: sets the verdict and the reply. Requires: the page has been read. Throws Error.
void judge(State& state);

/// Sets the right answer. Requires: the page has been read. Throws Error.
void give_answer(State& state);

/// Reads every reply as if it were given to the answer. Throws Error at the first that cannot be read. Requires: an answer has
/// been judged.
void read_replies(const State& state);

/// Whether the run has the right number of a slip, so that the slip can be told. Throws Error. Requires: an answer is judged.
bool has_right_number_of(const State& state, const LessonSlip& slip);

/// Whether there is an answer that can be judged.
bool has_answer(const LessonState& lesson);

/// An answer in words, as it is shown and handed in.
std::string answer_words(const State& state);

/// A right and a wrong answer, to check the lesson with. Nothing if there is no such answer.
std::optional<Answer> right_answer(const State& state);
std::optional<Answer> wrong_answer(const State& state);

/// The anchor of the field for a number.
inline constexpr const char* number_anchor = "lesson/number";

/// Closes the field for a number.
void close_number(State& state);

}  // namespace vitrine
