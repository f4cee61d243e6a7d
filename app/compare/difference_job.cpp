#include "app/compare/difference_job.h"

#include "app/compare/commands.h"
#include "app/run/tensor_readings.h"

namespace vitrine {

namespace {

/// Identifies a difference by its two runs.
struct DifferenceQuestion {
    std::shared_ptr<const Run> a, b;

    bool operator==(const DifferenceQuestion&) const = default;
};

}  // namespace

Job difference_job(const ComparedRuns& runs) {
    const auto make = [runs](Work&) {
        const auto difference = difference_of(runs);
        if (!compares_at_once(runs)) {  // a small one is computed when it is looked at
            difference->statistics->find_all();
            difference->of<TensorReadings>().read_large(*difference);
        }
        return ShowDifference{difference};
    };
    return making_job(make, DifferenceFailed{}, DifferenceQuestion{runs.a, runs.b});
}

ComparedRuns compared_runs(const State& state) {
    const ComparisonView& comparison = state.of<ComparisonView>();
    return {comparison.pinned, comparison.working, comparison.difference};
}

std::optional<MissingResult> missing_difference(const State& state) {
    if (!lacks_difference(state) || lacks_edits(state)) return std::nullopt;  // another run B is still to come
    const ComparedRuns runs = compared_runs(state);
    return MissingResult{.job = difference_job(runs), .at_once = compares_at_once(runs)};
}

}  // namespace vitrine
