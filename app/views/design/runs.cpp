#include "app/views/design/runs.h"

#include "app/run/prediction.h"

namespace vitrine {

namespace {

/// Whether the predictions of A and B can be compared position by position: same shape, same vocabulary.
bool fit(const Run& a, const Run& b) {
    return a.activations->predictions.layout().shape == b.activations->predictions.layout().shape &&
           side_of_predictions(a) == side_of_predictions(b) &&
           vocabulary_of(a, side_of_predictions(a)).words() == vocabulary_of(b, side_of_predictions(b)).words();
}

}  // namespace

RunPair run_pair(const Run& shown) {
    const RunDifference* difference = shown.difference.get();
    if (difference && fit(*difference->a, *difference->b)) return {*difference->a, *difference->b, true};
    const Run& now = run_b_or_self(shown);
    return {now.untouched ? *now.untouched : now, now};
}

const char* title_before(const RunPair& runs) { return runs.are_a_and_b ? "run A" : "the model as it is"; }

const char* title_now(const RunPair& runs) { return runs.are_a_and_b ? "run B" : "now"; }

}  // namespace vitrine
