#pragma once
/// Where a design choice shows.

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

struct LookThere {
    std::string words;  ///< "the encoder's first weights", for the button's tip
    Commands commands;  ///< what leads there
};

/// Where the explained choice shows, in this run. There is a run.
LookThere look_there(const State& state);

}  // namespace vitrine
