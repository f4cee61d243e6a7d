#pragma once
/// The moments of a training run that are kept, within a budget of memory. The weights are kept often at the beginning, where
/// they change most, and ever more sparsely later. Still more sparsely, a moment is kept in full: with all that training needs to
/// go on from there.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/train/trainer.h"

namespace vitrine {

/// One moment: the state after a number of steps.
struct KeptMoment {
    std::int64_t step = 0;
    ScheduleOptions schedule;  ///< of the steps after it
    std::shared_ptr<const ParameterBuffer> parameters;
    std::shared_ptr<const OptimizerState> memory;  ///< null: not kept, and the moment is reached by training from an earlier one
    std::function<Parameters()> read = {};         ///< reads the weights where they are not in memory; `parameters` is then null

    bool is_full() const { return memory != nullptr; }
    bool is_in_memory() const { return parameters != nullptr; }

    /// The weights, in memory or read for the caller. Throws Error if they cannot be read.
    std::shared_ptr<const Parameters> weights() const {
        if (read) return std::make_shared<const Parameters>(read());
        return {parameters, &parameters->tensors()};
    }
};

/// Makes the moment the current state. Requires: it is full.
void restore(const KeptMoment& moment, TrainingState& state);

/// Copies of a list of moments share their numbers.
class Moments {
public:
    static constexpr std::size_t default_budget = std::size_t{256} << 20;

    explicit Moments(std::size_t budget = default_budget) : budget_(budget) {}

    /// Whether the moment after this step is to be kept: steps 0 to 20, and from there on every step that is 1/20 later than the
    /// one before.
    bool is_due(std::int64_t step) const;

    /// Keeps a moment, and removes others until all fit into the budget: moments whose neighbours are nearest, and rather moments
    /// that are not full. The first and the newest are never removed, nor moments where the schedule changed. `full`: keeps it in
    /// full even if that is not due yet; it is due a third, or 10 steps, later than the last full moment. Replaces a moment of
    /// the same step.
    void keep(const Configuration& configuration, const ScheduleOptions& schedule, const TrainingState& state, bool full = false);
    void keep(const Trainer& trainer, bool full = false) {
        keep(trainer.configuration(), trainer.options().schedule, trainer.state(), full);
    }

    /// Adds a moment that was kept before. Requires: it is later than all others.
    void add(KeptMoment moment);

    /// Removes all later moments.
    void cut_after(std::int64_t step);

    /// The weights alone of at most `count` moments, so that no training goes on from them. Those after the steps `spared` stay as
    /// long as others can go: of these, first the ones whose neighbours are nearest, so that the early moments, in which most
    /// changes, stay closest to each other. Never goes without the first, the newest, and moments where the schedule changed.
    Moments thinned(std::size_t count, const std::vector<std::int64_t>& spared) const;

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
    std::size_t most_crowded(const std::vector<std::int64_t>& spared = {}) const;
    void remove(std::size_t i);

    std::size_t budget_;
    std::size_t bytes_ = 0;
    std::vector<KeptMoment> all_;
};

}  // namespace vitrine
