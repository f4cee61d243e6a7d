#pragma once
/// Runs the training loop, with progress, log and checkpoints.

#include <chrono>
#include <optional>

#include "app/base/interrupt.h"
#include "app/cli/common/progress.h"
#include "app/cli/train/log.h"
#include "app/cli/train/plan.h"
#include "core/io/checkpoint.h"
#include "core/train/last_good.h"

namespace vitrine {

class TrainLoop {
public:
    /// Throws Error if the run cannot begin, or its model could not be saved.
    explicit TrainLoop(TrainingRun run);

    /// Trains until the last step, a breakdown or a signal, and saves. Throws Error if the model cannot be saved, or if the log
    /// could not be written.
    void train(TrainLog log, const Interrupt& interrupt);

    const TrainingRun& run() const { return run_; }
    const TrainingState& state() const { return trainer_.state(); }
    double seconds() const { return seconds_; }
    double loss() const { return trainer_.report().loss; }

    int signal() const { return signal_; }                                    ///< the signal that stopped the training; 0: none
    const std::optional<Breakdown>& breakdown() const { return breakdown_; }  ///< the breakdown that stopped it
    std::int64_t saved_steps() const { return saved_steps_; }                 ///< steps of the state in the folder

private:
    using Clock = std::chrono::steady_clock;

    void repeat();
    void keep();
    void keep_last(std::int64_t step);
    void take_step();
    void note_step(double seconds);
    void note_epoch();
    std::optional<double> evaluate_if_due();
    double epoch_loss_at(std::int64_t step) const;
    const BestWeights* best_until(std::int64_t step) const;
    CheckpointView checkpoint(const TrainingPlan& plan, const TrainingState& state) const;
    void save(const TrainingState& state);
    void save_meanwhile();
    void save_at_the_end();

    TrainingRun run_;
    TrainLog log_;
    Trainer trainer_;
    Progress progress_;
    LastGood good_;
    std::vector<double> losses_;  // of the steps taken here; only used if there are epochs
    const Batch probe_;
    std::optional<Breakdown> breakdown_;
    int signal_ = 0;
    std::int64_t saved_steps_ = -1;
    double seconds_ = 0;
    Clock::time_point saved_;
};

}  // namespace vitrine
