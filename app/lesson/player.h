#pragma once
/// The parts of playing a lesson.

#include "app/lesson/state.h"

namespace vitrine {

struct State;

/// Goes to a step: brings the model back to how it was made, and begins with the step's entries.
void enter_step(State& state, std::size_t step);

/// Whether another run, sentence or head is shown than when the step was read, though no task asks for that.
bool has_moved(const State& state);

/// Begins what follows the answer.
void reveal(LessonState& lesson);

/// Reads the step with the run that is shown. Throws Error.
LessonPage read_page(const State& state);

/// Judges the answer: sets the verdict and the reply. Requires: the page is read. Throws Error.
void judge(State& state);

/// Gives the right answer away. Requires: the page is read. Throws Error.
void give_answer(State& state);

/// Reads every reply as if it were said to the answer. Throws Error at the first that cannot be read. Requires: an answer is
/// judged.
void read_replies(const State& state);

/// Whether the run has the right number of a slip, so that the slip can be told. Throws Error. Requires: an answer is judged.
bool has_right_number_of(const State& state, const LessonSlip& slip);

/// Whether something has been answered that can be judged.
bool has_answer(const LessonState& lesson);

/// An answer in words, as it is said and handed in.
std::string answer_words(const State& state);

/// An answer that is right, and one that is wrong, as a check of the lesson gives them. Nothing where there is no such answer.
std::optional<Answer> right_answer(const State& state);
std::optional<Answer> wrong_answer(const State& state);

/// The anchor of the field for a number.
inline constexpr const char* number_anchor = "lesson/number";

/// Closes that field.
void close_number(State& state);

}  // namespace vitrine
