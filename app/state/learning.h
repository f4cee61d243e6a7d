#pragma once
/// A model in training that takes the place of the open one on the screen, as far as everybody has to know of it.

#include <cstdint>

#include "app/base/command.h"
#include "app/run/edits.h"

namespace vitrine {

struct Learning {
    bool shown = false;  ///< its model is the one on the screen
    bool playing = false;
    bool started = false;      ///< there has been a training
    bool broken_down = false;  ///< it cannot go on from where it is
    std::int64_t steps = 0;
    Edits set_aside{};  ///< while it is shown: what was made of the model that was open, which comes back with that model
};

struct PlayTraining {};
void do_command(State& state, const PlayTraining& command);

struct PauseTraining {};
void do_command(State& state, const PauseTraining& command);

}  // namespace vitrine
