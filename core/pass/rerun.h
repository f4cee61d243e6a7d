#pragma once
/// Runs a pass again after a change, reusing unchanged tensors.

#include <vector>

#include "core/pass/transformer.h"

namespace vitrine {

/// A pass computed by forward or rerun. Requires: its model, batch and interventions are unchanged since then.
struct FinishedPass {
    const Pass& pass;
    const Activations& activations;
};

/// Fills the activations with the results of forward, bit for bit. Recomputes only tensors that depend on a change of tokens,
/// labels, lengths, parameters or interventions. All other tensors share the earlier pass's memory, as do recomputed ones that
/// turn out equal. Dropout drops the same numbers as in the earlier pass. Computes everything if the configuration or the regime
/// differs, if the earlier pass has fetched tensors or, with dropout, if it had interventions or other lengths. Returns the
/// recomputed tensors, in order. Requires: `activations` is not the earlier pass's own; its contents are overwritten.
std::vector<const void*> rerun(const FinishedPass& earlier, const Pass& pass, Activations& activations);

}  // namespace vitrine
