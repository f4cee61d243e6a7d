#pragma once
/// While a lesson is open, the training of the user is set aside: whatever the lesson trains is a training of its own.

#include "app/base/command.h"

namespace vitrine {

/// Sets the training aside; it pauses. Does nothing where one is aside, or where its model is on the screen and there is none to go
/// back to.
struct SetTrainingAside {};
void do_command(State& state, const SetTrainingAside& command);

/// The lesson is left: puts the training back that was set aside, and drops that of the lesson. `goes_back`: what was open before
/// is being opened, too. Else a lesson's training whose model is on the screen stays there, and the user's can be gone back to.
struct PutTrainingBack {
    bool goes_back = true;
};
void do_command(State& state, const PutTrainingBack& command);

/// Puts the training back once it can be.
void follow_aside(State& state);

/// Whether a training is aside that can be gone back to.
bool holds_training_aside(const State& state);

/// Puts the training back in place of the lesson's, with its model on the screen. Requires: there is one.
void go_back_to_training_aside(State& state);

/// Whoever trains on what a lesson has left has made it a training of their own, in place of the one aside.
void adopt_training_of_lesson(State& state);

}  // namespace vitrine
