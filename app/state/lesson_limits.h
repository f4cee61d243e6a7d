#pragma once
/// Limits what the file of a lesson can make the program do. Such a file may come from anybody, and it is carried out as soon as
/// it is played. So it can look and press, and everything else asks these functions first.

#include <string_view>

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

/// The rule, as a part of a sentence.
inline constexpr std::string_view lesson_limits = "a lesson can show and press, but not write, open, close or end anything";

/// Throws Error while a lesson acts. `deed`: what it would do, "saves a file".
void refuse_lessons(const State& state, std::string_view deed);

/// The same for opening a model from files. Samples are allowed in lessons.
void refuse_files_to_lessons(const State& state, const ModelRequest& request);

/// Says that from now on a lesson acts, or no longer acts.
struct LetLessonAct {
    bool acts;
};
void do_command(State& state, const LetLessonAct& command);

}  // namespace vitrine
