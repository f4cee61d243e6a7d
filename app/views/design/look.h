#pragma once
/// Where a design choice is visible in the run.

#include <optional>

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

struct LookThere {
    std::string words;  ///< "the encoder's first weights", for the button's tip
    Commands commands;  ///< that lead there
};

/// A sentence with padding in its source, the selected one if it has some; nothing if none has. Requires: a run is shown.
std::optional<Size> padded_sentence(const State& state);

/// Where the explained choice is visible. Requires: a run is shown.
LookThere look_there(const State& state);

}  // namespace vitrine
