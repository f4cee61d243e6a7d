#pragma once
/// A run made again after something about it has changed.

#include <vector>

#include "core/pass/transformer.h"

namespace vitrine {

/// A pass that forward or rerun has made. Its model, batch and interventions are as they were then.
struct FinishedPass {
    const Pass& pass;
    const Activations& activations;
};

/// Fills the activations with what forward would: bit for bit the same. Starts from what an earlier pass has computed and computes
/// again only what depends on something that has changed, whole tensors at a time: tokens, labels, lengths, parameters,
/// interventions. Every other tensor shares the memory of the earlier pass's, also where it was computed again and came out the
/// same. Dropout, another configuration or regime, or tensors of the earlier
/// pass that are fetched make it a full run. `activations` are not the earlier pass's own; what they
/// held is gone. Returns which tensors of them had to be computed, in order.
std::vector<const void*> rerun(const FinishedPass& earlier, const Pass& pass, Activations& activations);

}  // namespace vitrine
