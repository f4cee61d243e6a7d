#pragma once
/// Where a design choice is visible in the run.

#include <optional>

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

struct LookThere {
    std::string words;  ///< "the encoder's first weights", or why there is nothing to see
    Commands commands;  ///< that lead there; none where there is nothing to see
};

/// A sentence with padding in its source, the selected one if it has some; nothing if none has. Requires: a run is shown.
std::optional<Size> padded_sentence(const State& state);

/// Where the explained choice is visible. Requires: a run is shown.
LookThere look_there(const State& state);

}  // namespace vitrine
