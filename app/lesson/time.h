#pragma once
/// What a lesson does by itself, frame after frame.

namespace vitrine {

struct State;

/// Carries out what the step asks of the program, reads the step anew when the run has changed, looks whether a task is done,
/// judges answers, and goes on in a story.
void pass_lesson_time(State& state, double seconds);

}  // namespace vitrine
