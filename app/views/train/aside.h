#pragma once
/// Sets the user's training aside while a lesson is open, so that the lesson can have its own training.

#include "app/base/command.h"

namespace vitrine {

/// Sets the training aside, which pauses it. Does nothing if one is already aside, or if its model is on the screen and there is
/// no other model to go back to.
struct SetTrainingAside {};
void do_command(State& state, const SetTrainingAside& command);

/// The lesson is left: restores the training that was set aside, and drops the lesson's. `goes_back`: the model that was open
/// before is being opened, too. Otherwise a lesson's training whose model is on the screen stays there, and the user can go back
/// to their own.
struct PutTrainingBack {
    bool goes_back = true;
};
void do_command(State& state, const PutTrainingBack& command);

/// Restores the training once that is possible.
void follow_aside(State& state);

/// Whether a training is set aside to which the user can go back.
bool holds_training_aside(const State& state);

/// Restores the training in place of the lesson's, with its model on the screen. Requires: there is one.
void go_back_to_training_aside(State& state);

/// When the user trains on what a lesson has left behind, that becomes the user's training, in place of the one set aside.
void adopt_training_of_lesson(State& state);

}  // namespace vitrine
