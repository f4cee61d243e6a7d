#include "app/state/editing.h"

#include <utility>

#include "app/state/comparing.h"
#include "core/model/rerun.h"
#include "core/model/work.h"
#include "core/trace/alterations.h"

namespace vitrine {

std::shared_ptr<const Run> untouched(const std::shared_ptr<const Run>& run) { return run->untouched ? run->untouched : run; }

std::shared_ptr<const Run> opened(const std::shared_ptr<const Run>& run) { return run->opened ? run->opened : run; }

namespace {

Pass pass_of(const Run& run) {
    return {run.model->configuration, *run.parameters, *run.batch, run.regime, &run.edits.interventions};
}

/// Another run of the same model, of which nothing is computed yet.
std::shared_ptr<Run> begin_like(const std::shared_ptr<const Run>& run) {
    auto made = std::make_shared<Run>(*run);
    made->generation = next_generation();
    made->opened = opened(run);
    made->untouched.reset();
    made->alterations.clear();
    made->gradients.reset();
    made->attention = std::make_shared<AttentionReadings>();
    made->positions = std::make_shared<PositionReadings>();
    made->masks = std::make_shared<MaskReadings>();
    made->readings = std::make_shared<TensorReadings>();
    return made;
}

/// Computes and names what is not the same as in an earlier run.
void compute_after(const Run& earlier, Run& made) {
    auto activations = std::make_shared<Activations>();
    rerun({pass_of(earlier), *earlier.activations}, pass_of(made), *activations);
    const bool same_outline = made.regime.design == made.opened->regime.design;
    made.trace = make_trace(same_outline ? made.opened->trace.outline
                                         : std::make_shared<const Outline>(make_outline(made.model->configuration, made.regime)),
                            *activations);
    made.activations = std::move(activations);
    made.statistics = std::make_shared<TraceStatistics>(made.trace);
    name_parameters(made);
}

/// The run of the edits' sentences as the model makes it.
std::shared_ptr<const Run> on_sentences(const std::shared_ptr<const Run>& run, const std::shared_ptr<const Batch>& batch) {
    const std::shared_ptr<const Run> origin = opened(run), earlier = untouched(run);
    if (!batch) return origin;
    if (*batch == *earlier->batch) return earlier;
    check(*batch, origin->model->configuration);
    const auto made = begin_like(origin);
    made->batch = batch;
    made->edits = {.batch = batch};
    compute_after(*earlier, *made);
    return made;
}

}  // namespace

std::shared_ptr<const Run> with_edits(const std::shared_ptr<const Run>& run, const Edits& edits) {
    const std::shared_ptr<const Run> base = on_sentences(run, edits.batch);
    if (!edits.alter()) return base;
    check(edits.interventions, {base->model->configuration, *opened(base)->parameters, *base->activations});
    const auto made = begin_like(base);
    made->untouched = base;
    made->edits = edits;
    made->regime.design = edits.design;
    made->parameters = std::make_shared<const Parameters>(altered_parameters(*base->parameters, edits.interventions));
    const bool same_sentences = untouched(run) == base;
    compute_after(same_sentences ? *run : *base, *made);
    made->alterations = find_alterations(edits.interventions, base->trace, made->trace);
    return made;
}

std::shared_ptr<const Run> made_already(const std::shared_ptr<const Run>& run, const Edits& edits) {
    if (edits.alter()) return nullptr;
    if (!edits.batch) return opened(run);
    return *edits.batch == *run->batch ? untouched(run) : nullptr;
}

bool edits_at_once(const Run& run, const Edits& edits) {
    constexpr double most_operations = 2e7;  // below a millisecond
    const Batch& batch = edits.batch ? *edits.batch : run.model->batch;
    return product_operations(run.model->configuration, batch) <= most_operations;
}

bool can_edit(const State& state) { return state.run && !state.training.shown; }

bool lacks_edits(const State& state) { return can_edit(state) && !(state.edits == working_run(state)->edits); }

}  // namespace vitrine
