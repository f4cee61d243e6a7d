#pragma once
/// What a step of a lesson must have.

#include "app/lesson/lesson.h"

namespace vitrine {

/// Throws Error, without the place, where something is missing.
void require_complete(const LessonStep& step);

}  // namespace vitrine
