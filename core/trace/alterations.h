#pragma once
/// The tensors of an altered run that differ from the unaltered run.

#include <vector>

#include "core/pass/interventions.h"
#include "core/trace/trace.h"

namespace vitrine {

enum class Alteration : std::uint8_t {
    none,
    by_hand,  ///< an intervention changes this tensor
    follows,  ///< its numbers differ as a consequence
};

/// One entry per tensor of the outline. `untouched` and `altered` are traces of the same model on the same batch, without and with
/// the interventions. Consequences are found by comparing bits.
std::vector<Alteration> find_alterations(const Interventions& interventions, const Trace& untouched, const Trace& altered);

}  // namespace vitrine
