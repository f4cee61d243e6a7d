#pragma once
/// What a lesson does by itself in every frame.

namespace vitrine {

struct State;

/// Carries out what the step requires of the program, reads the step again when the run has changed, checks whether a task is
/// done, judges answers, and goes on in a story.
void pass_lesson_time(State& state, double seconds);

}  // namespace vitrine
