#pragma once
/// The part of a training's state that other modules need to know.

#include <cstdint>

#include "app/base/command.h"
#include "app/run/edits.h"

namespace vitrine {

struct Learning {
    bool shown = false;  ///< the model in training is on the screen, in place of the open one
    bool playing = false;
    bool started = false;      ///< a training was started
    bool broken_down = false;  ///< the training cannot continue
    std::int64_t steps = 0;
    Edits set_aside{};  ///< while the training is shown: the edits of the open model, which return with that model
};

struct PlayTraining {};
void do_command(State& state, const PlayTraining& command);

struct PauseTraining {};
void do_command(State& state, const PauseTraining& command);

}  // namespace vitrine
