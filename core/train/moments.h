#pragma once
/// The moments of a training that are kept: its weights often at the beginning, where they change most, and ever more sparsely
/// later; and, more sparsely still, all that a training needs to go on from there. Within a budget of memory.

#include <cstdint>
#include <memory>
#include <vector>

#include "core/train/trainer.h"

namespace vitrine {

/// One moment: after so many steps.
struct KeptMoment {
    std::int64_t step = 0;
    ScheduleOptions schedule;  ///< of the steps after it
    std::shared_ptr<const ParameterBuffer> parameters;
    std::shared_ptr<const OptimizerState> memory;  ///< null: not kept, and the moment is reached by training from an earlier one

    bool is_full() const { return memory != nullptr; }
};

/// Makes the moment the current state. Requires: it is full.
void restore(const KeptMoment& moment, TrainingState& state);

/// Copies of a list of moments share their numbers.
class Moments {
public:
    static constexpr std::size_t default_budget = std::size_t{256} << 20;

    explicit Moments(std::size_t budget = default_budget) : budget_(budget) {}

    /// Whether the moment after this step belongs to the schedule: steps 0 to 20, and from there on each that is 1/20 later.
    bool is_due(std::int64_t step) const;

    /// Keeps a moment, and whatever fits beside it: over the budget, moments go whose neighbours are nearest, but neither the first
    /// nor the newest, and rather such as can be reached by training from others, and none where the schedule changed. `full`: with
    /// all that is needed to go on, also where the schedule for that, each a third later than the one before, does not say so.
    /// Replaces a moment of the same step.
    void keep(const Configuration& configuration, const ScheduleOptions& schedule, const TrainingState& state, bool full = false);
    void keep(const Trainer& trainer, bool full = false) {
        keep(trainer.configuration(), trainer.options().schedule, trainer.state(), full);
    }

    /// Adds one that was kept before. Requires: it is later than all others.
    void add(KeptMoment moment);

    /// Removes all later moments.
    void cut_after(std::int64_t step);

    const std::vector<KeptMoment>& all() const { return all_; }  ///< oldest first
    bool empty() const { return all_.empty(); }

    /// The moment that is nearest to a step. Requires: there is one.
    const KeptMoment& nearest(std::int64_t step) const;

    /// The last full moment that is not after a step; null if there is none.
    const KeptMoment* full_before(std::int64_t step) const;

    std::size_t bytes() const { return bytes_; }    ///< taken by the numbers
    std::size_t budget() const { return budget_; }  ///< the most they may take

private:
    void thin();
    std::size_t most_crowded() const;

    std::size_t budget_;
    std::size_t bytes_ = 0;
    std::vector<KeptMoment> all_;
};

}  // namespace vitrine
