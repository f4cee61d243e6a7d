#pragma once
/// The part of a training's state that other modules need.

#include <cstdint>

#include "app/base/command.h"
#include "app/run/edits.h"

namespace vitrine {

struct Learning {
    bool shown = false;  ///< the model in training is on the screen, instead of the open one
    bool playing = false;
    bool asked_for = false;    ///< the model in training was asked for
    bool moves = false;        ///< the training has not yet done everything it was told to: its model is about to change
    bool started = false;      ///< a training run was started
    bool awaited = false;      ///< a training run that was kept is being read: no other begins before it is there
    bool broken_down = false;  ///< the training cannot continue
    std::int64_t steps = 0;    ///< of the moment that is shown
    std::int64_t newest = 0;   ///< steps taken: the training goes on from here
    bool at_moment = false;    ///< a moment of the opened model's own history is shown, after `steps`

    // While the training is shown: the edits of the open model, which come back with that model.
    Edits set_aside{};
    EditHistory history_set_aside{};

    /// Whether the model on the screen is changing by itself.
    bool changes_model() const { return shown && (playing || moves); }
};

/// Continues the training, or starts one if there is none yet.
struct PlayTraining {};
void do_command(State& state, const PlayTraining& command);

struct PauseTraining {};
void do_command(State& state, const PauseTraining& command);

}  // namespace vitrine
