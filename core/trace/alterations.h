#pragma once
/// Which tensors of an altered run are not what the model computes by itself.

#include <vector>

#include "core/pass/interventions.h"
#include "core/trace/trace.h"

namespace vitrine {

enum class Alteration : std::uint8_t {
    none,
    by_hand,  ///< an intervention acts on this very tensor
    follows,  ///< its numbers are others because of one
};

/// For every tensor of the outline. `untouched` and `altered` are traces of one model on one batch, without the interventions and
/// with them; what follows is found by comparing their bits.
std::vector<Alteration> find_alterations(const Interventions& interventions, const Trace& untouched, const Trace& altered);

}  // namespace vitrine
