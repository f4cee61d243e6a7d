#pragma once
/// Finds what a lesson would do beyond what lessons may do, as far as that is known before it is played.

#include <filesystem>
#include <memory>

#include "app/lesson/lesson.h"
#include "app/state/state.h"

namespace vitrine {

/// Throws Error, "mine.md:12: …", at the first line that performs or clicks an action that lessons may not perform, presses its
/// key, or sets a field that they may not set. Lines with formulas are only known when they are played, and are refused then.
void require_within_limits(const State& state, const Lesson& lesson);

/// A lesson from a file, which stays within the limits. Throws Error if it does not, and if it cannot be read.
std::shared_ptr<const Lesson> lesson_within_limits(const State& state, const std::filesystem::path& file);

}  // namespace vitrine
