#pragma once
/// What a lesson would do beyond what lessons may, as far as that is known before it is played.

#include <filesystem>
#include <memory>

#include "app/lesson/lesson.h"
#include "app/state/state.h"

namespace vitrine {

/// Throws Error, "mine.md:12: …", at the first line that performs, clicks or presses the key of an action that is not for lessons,
/// or keeps a field that is not. Lines with formulas are known only when they are played, and are refused then.
void require_within_limits(const State& state, const Lesson& lesson);

/// A lesson from a file, which stays within the limits. Throws Error, also where it cannot be read.
std::shared_ptr<const Lesson> lesson_within_limits(const State& state, const std::filesystem::path& file);

}  // namespace vitrine
