#pragma once
/// Slips: wrong numbers that well-known texts write, so that students type them.

#include <string_view>

#include "app/formula/scope.h"
#include "app/lesson/lesson.h"

namespace vitrine {

/// "15.90 for 14.90 of v[1] | TEXT" without its text, which the caller reads. Throws Error.
LessonSlip slip_in(std::string_view head, int line);

/// A number as lessons write it, such as 14.90. Throws Error.
double number_written(std::string_view written);

/// Whether a number, rounded to the digits of a written one, is that one.
bool is_written_as(double number, std::string_view written);

/// Whether the run has the right number where the slip has a wrong one. On another model, or with other tokens, nothing can be said
/// of the slip. `scope` has the question's answer as `answer`. Throws Error.
bool holds(const Lesson& lesson, const LessonSlip& slip, const Scope& scope);

/// The slip that an answer repeats; null: none, or none of which something can be said. Throws Error.
const LessonSlip* repeated_slip(const Lesson& lesson, const LessonQuestion& question, double guess, const Scope& scope);

/// What is said to it; `slip` is the number in its text. Throws Error.
std::string words_of(const Lesson& lesson, const LessonSlip& slip, Scope scope);

}  // namespace vitrine
