#pragma once
/// Checks that a step of a lesson has everything it must have.

#include "app/lesson/lesson.h"

namespace vitrine {

/// Throws Error, without the place, if something is missing.
void require_complete(const LessonStep& step);

}  // namespace vitrine
