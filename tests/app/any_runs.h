#pragma once
/// Runs that may occur but are not in random_runs.h: without labels, with a sentence of nothing but padding, with dropout, of one
/// token. What the program says about a run must be true of them, too.

#include "app/run/make_run.h"
#include "core/pass/transformer.h"
#include "core/trace/trace.h"
#include "tests/app/random_runs.h"

namespace vitrine::tests {

/// Sentences that, with a probability of a quarter each, have no labels, have one sentence of nothing but padding, or have one
/// token on a side.
inline Batch any_batch(const Configuration& c, Random& random) {
    Batch batch = random_batch(c, random);
    const auto one_token = [&](IndexTensor& tokens) {
        IndexTensor first(Axis::batch, Axis::position);
        first.resize({tokens.size(0), 1});
        for (Size b = 0; b < tokens.size(0); ++b) first.at({b, 0}) = tokens.at({b, 0});
        tokens = std::move(first);
    };
    if (random.below(4) == 0) one_token(batch.src);
    if (random.below(4) == 0) one_token(batch.tgt), one_token(batch.labels);
    const Size last = batch.sentences() - 1;
    if (random.below(4) == 0) pad_after(batch.src, last, 0);
    if (random.below(4) == 0) pad_after(batch.tgt, last, 0), pad_after(batch.labels, last, 0);
    if (random.below(4) == 0) batch.labels = Batch().labels;
    check(batch, c);
    return batch;
}

/// A run of a model of any design on any sentences.
inline std::shared_ptr<const Run> any_run(Random& random) { return random_run_on(any_batch, random); }

/// The same run with dropout, as in training.
inline std::shared_ptr<const Run> with_dropout(const Run& run, std::uint64_t seed) {
    auto made = std::make_shared<Run>(run);
    made->generation = next_generation();
    made->readings = std::make_shared<Slots>();
    made->regime.dropout = made->regime.embedding_dropout = 0.3;
    made->regime.seed = seed;
    auto activations = std::make_shared<Activations>();
    forward(pass_of(*made), *activations);
    made->trace = make_trace(std::make_shared<const Outline>(make_outline(made->model->configuration, made->regime)), *activations);
    made->activations = std::move(activations);
    made->statistics = std::make_shared<TraceStatistics>(made->trace);
    name_parameters(*made);
    return made;
}

/// Any run with design choices and edits, also of residuals and of tensors after the weights; sometimes with dropout instead.
inline std::shared_ptr<const Run> any_edited_run(Random& random) {
    const auto run = any_run(random);
    if (random.below(6) == 0) return with_dropout(*run, random.next());
    Edits edits = random_edits(*run, random);
    if (random.below(4) == 0) edits.interventions.skipped_residuals.push_back("encoder.layers.0.ffn");
    const auto designed = with_edits(run, {.design = edits.design});
    for (const char* path :
         {"encoder.layers.0.self_attn.output", "decoder.layers.0.cross_attn.merged", "logits", "probabilities"}) {
        if (random.below(5) > 0) continue;
        edits.interventions.overwrites.push_back(random_overwrite(path, designed->find(path), run->model->configuration, random));
    }
    return with_edits(run, edits);
}

}  // namespace vitrine::tests
