#pragma once
/// Tells where a design choice is visible in the run.

#include <optional>

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

struct LookThere {
    std::string words;  ///< "the encoder's first weights", or why there is nothing to see
    Commands commands;  ///< commands that lead there; empty if there is nothing to see
};

/// The selected sentence if its source has padding, otherwise another sentence with padding; nothing if there is none. Requires:
/// a run is shown.
std::optional<Size> padded_sentence(const State& state);

/// Where the explained choice is visible. Requires: a run is shown.
LookThere look_there(const State& state);

}  // namespace vitrine
