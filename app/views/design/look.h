#pragma once
/// Where a design choice is visible in the run.

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

struct LookThere {
    std::string words;  ///< "the encoder's first weights", for the button's tip
    Commands commands;  ///< that lead there
};

/// Where the explained choice is visible. Requires: a run is shown.
LookThere look_there(const State& state);

}  // namespace vitrine
