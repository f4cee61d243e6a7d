#include "core/pass/rerun.h"

#include "core/pass/replay.h"
#include "core/pass/transformer_parts.h"

namespace vitrine {

namespace {

bool same_shape(const IndexTensor& a, const IndexTensor& b) { return a.layout().shape == b.layout().shape; }

bool can_begin_with(const Pass& earlier, const Pass& pass) {
    if (!(earlier.regime == pass.regime) || !(earlier.configuration == pass.configuration)) return false;
    // Dropout masks are drawn for these shapes and kept. Those with cells set by hand cannot be kept, nor drawn again.
    const bool drops = pass.regime.dropout > 0 || pass.regime.embedding_dropout > 0;
    return !drops || (interventions_of(earlier).empty() && same_shape(earlier.batch.src, pass.batch.src) &&
                      same_shape(earlier.batch.tgt, pass.batch.tgt));
}

/// Whether to run in full so that the device is used, since replays never use it: with other lengths the CPU might be too slow.
bool is_for_device(const Pass& earlier, const Pass& pass) {
    const bool same = same_shape(earlier.batch.src, pass.batch.src) && same_shape(earlier.batch.tgt, pass.batch.tgt);
    return pass.device && !same && interventions_of(pass).empty();
}

std::vector<const void*> run_in_full(const Pass& pass, Activations& a) {
    forward(pass, a);
    std::vector<const void*> all;
    visit_tensors(
        [&](const auto& tensor) {
            if (!tensor.empty()) all.push_back(&tensor);
        },
        a);
    return all;
}

/// Marks in the replay the tensors that differ between two structs.
template <class Node>
void mark_differences(const Node& before, const Node& now, Replay& replay) {
    if (&before == &now) return;
    visit_tensors(
        [&](const auto& tensor, const auto& earlier) {
            if (!same_bits(tensor, earlier)) replay.mark_changed(&tensor);
        },
        now, before);
}

}  // namespace

std::vector<const void*> rerun(const FinishedPass& earlier, const Pass& pass, Activations& a) {
    const bool can_begin = can_begin_with(earlier.pass, pass) && !are_fetched(earlier.activations);
    if (!can_begin || is_for_device(earlier.pass, pass)) return run_in_full(pass, a);
    const Interventions &before = interventions_of(earlier.pass), &now = interventions_of(pass);
    const AlteredParameters parameters_before(earlier.pass.parameters, before), parameters(pass.parameters, now);
    Replay replay(pass.configuration, {before, earlier.activations}, now, a);
    a.model = earlier.activations.model;
    mark_differences(*parameters_before, *parameters, replay);
    mark_differences(earlier.pass.batch.src, pass.batch.src, replay);
    mark_differences(earlier.pass.batch.tgt, pass.batch.tgt, replay);
    mark_differences(earlier.pass.batch.labels, pass.batch.labels, replay);
    mark_differences(earlier.pass.batch.segments, pass.batch.segments, replay);
    mark_differences(earlier.pass.batch.query, pass.batch.query, replay);
    mark_differences(earlier.pass.batch.key, pass.batch.key, replay);
    mark_differences(earlier.pass.batch.value, pass.batch.value, replay);
    compute({pass.configuration, *parameters, pass.batch, pass.regime, &now}, describe(pass, a), Execution(replay), a);
    return replay.take_recomputed();
}

}  // namespace vitrine
