#include "app/run/edited.h"

#include <utility>

#include "app/run/cell_values.h"
#include "core/model/design_choices.h"
#include "core/model/work.h"
#include "core/pass/rerun.h"
#include "core/trace/alterations.h"

namespace vitrine {

std::shared_ptr<const Run> untouched(const std::shared_ptr<const Run>& run) { return run->untouched ? run->untouched : run; }

std::shared_ptr<const Run> opened(const std::shared_ptr<const Run>& run) { return run->opened ? run->opened : run; }

namespace {

/// Another run of the same model, without anything computed yet.
std::shared_ptr<Run> begin_like(const std::shared_ptr<const Run>& run) {
    auto made = std::make_shared<Run>(*run);
    made->generation = next_generation();
    made->opened = opened(run);
    made->untouched.reset();
    made->alterations.clear();
    made->written.clear();
    made->gradients.reset();
    made->readings = std::make_shared<Slots>();
    return made;
}

/// True if both runs do the same operations in the same order on parameters with the same names, whatever the numbers. Names
/// matter, since those of a folder belong to its own weights, and a variant of the model may have the same configuration.
bool alike(const Run& a, const Run& b) {
    const Interventions &of_a = a.edits.interventions, &of_b = b.edits.interventions;
    return a.regime == b.regime && a.model->configuration == b.model->configuration &&
           a.model->parameter_names == b.model->parameter_names && of_a.skipped_sublayers == of_b.skipped_sublayers &&
           of_a.skipped_residuals == of_b.skipped_residuals;
}

/// An existing outline, if it is the same; otherwise a new one.
std::shared_ptr<const Outline> outline_of(const Run& made, const Run& earlier) {
    for (const Run* known : {made.opened.get(), &earlier}) {
        if (alike(made, *known)) return known->trace.outline;
    }
    return std::make_shared<const Outline>(make_outline(made.model->configuration, made.regime,
                                                        partial_residuals(made.edits.interventions, made.model->configuration),
                                                        made.model->parameter_names));
}

/// Computes what differs from an earlier run, and makes the trace.
void compute_after(const Run& earlier, Run& made) {
    auto activations = std::make_shared<Activations>();
    rerun({pass_of(earlier), *earlier.activations}, pass_of(made), *activations);
    made.trace = make_trace(outline_of(made, earlier), *activations);
    made.activations = std::move(activations);
    made.statistics = std::make_shared<TraceStatistics>(made.trace);
    made.trace.outline == made.opened->trace.outline ? point_at_parameters(made) : name_parameters(made);
}

/// The run of the unaltered model on the sentences of the edits.
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

/// Makes the variant of this model, with weights drawn from the variant's seed. It has the same vocabularies and rules; its
/// parameters have our names, so that two variants can be compared.
void take_variant(const Variant& variant, Run& made) {
    if (variant.is_own()) return;
    const Model& own = *made.model;
    made.model = std::make_shared<const Model>(Model{.name = own.name,
                                                     .title = own.title,
                                                     .text = own.text,
                                                     .configuration = with(own.configuration, variant),
                                                     .parameters = {},
                                                     .source_vocabulary = own.source_vocabulary,
                                                     .target_vocabulary = own.target_vocabulary,
                                                     .batch = own.batch,
                                                     .notes = own.notes,
                                                     .tokenizer = own.tokenizer,
                                                     .target_tokenizer = own.target_tokenizer,
                                                     .family = own.family,
                                                     .rules = own.rules,
                                                     .history = own.history,
                                                     .card = own.card});
    check(*made.batch, made.model->configuration);
    made.update.reset();  // it belongs to a training with other weights
    made.parameters = std::make_shared<const Parameters>(initialise(made.model->configuration, {.seed = variant.seed}));
}

/// A run to start from that has the tensors of the new one: the existing run or, if its design choices differ, the new run
/// without interventions, since interventions can only be checked against the tensors that they alter.
std::shared_ptr<const Run> earlier_for(const Run& made, const std::shared_ptr<const Run>& known) {
    const bool same_tensors = made.regime == known->regime && made.model->configuration == known->model->configuration;
    if (same_tensors || made.edits.interventions.empty()) return known;
    const auto plain = std::make_shared<Run>(made);
    plain->edits.interventions = {};
    compute_after(*known, *plain);
    return plain;
}

}  // namespace

std::shared_ptr<const Run> in_memory(const std::shared_ptr<const Run>& run, const std::shared_ptr<const Run>& known) {
    if (!are_fetched(*run->activations)) return run;
    const bool is_same = known->model == run->model && known->edits == run->edits && !are_fetched(*known->activations);
    if (is_same) return known;
    const auto made = begin_like(run);
    made->device.reset(), made->in_memory = true;
    compute_after(*run, *made);
    return made;
}

std::shared_ptr<const Run> with_edits(const std::shared_ptr<const Run>& run, const Edits& edits) {
    const std::shared_ptr<const Run> unaltered = on_sentences(run, edits.batch);
    if (!edits.alter()) return unaltered;
    const std::shared_ptr<const Run> base = in_memory(unaltered, untouched(run));
    const auto made = begin_like(base);
    made->device.reset(), made->in_memory = true;  // like the base
    made->untouched = base;
    made->edits = edits;
    take_variant(edits.variant, *made);
    made->regime.design = both(opened(run)->regime.design, edits.design);
    check(made->regime.design, made->model->configuration);
    // Random draws are taken over from a run in which none of them is set by hand.
    const bool drops = made->regime.dropout > 0 || made->regime.embedding_dropout > 0;
    const std::shared_ptr<const Run> earlier = earlier_for(*made, untouched(run) == base && !drops ? run : base);
    check(edits.interventions, {made->model->configuration, *made->parameters, *earlier->activations});
    made->parameters = std::make_shared<const Parameters>(altered_parameters(*made->parameters, edits.interventions));
    compute_after(*earlier, *made);
    made->written = written_cells(edits.interventions);
    made->alterations = find_alterations(edits.interventions, base->trace, made->trace);
    return made;
}

std::shared_ptr<const Run> existing_run(const std::shared_ptr<const Run>& run, const Edits& edits) {
    if (edits.alter()) return nullptr;
    if (!edits.batch) return opened(run);
    return *edits.batch == *run->batch ? untouched(run) : nullptr;
}

bool edits_at_once(const Run& run, const Edits& edits) {
    constexpr double most_operations = 2e7;  // below a millisecond
    const Batch& batch = edits.batch ? *edits.batch : run.model->batch;
    return product_operations(run.model->configuration, batch) <= most_operations;
}

}  // namespace vitrine
