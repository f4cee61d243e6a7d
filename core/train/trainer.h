#pragma once
/// One training step after the other: forward, loss, backward, clipping, update (section 5).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/pass/transformer.h"
#include "core/train/batch_source.h"
#include "core/train/breakdown.h"
#include "core/train/optimizer.h"
#include "core/train/schedule.h"

namespace vitrine {

/// Everything that decides how training goes, beside the model and its batches.
struct TrainerOptions {
    OptimizerOptions optimizer{};
    ScheduleOptions schedule{};
    double label_smoothing = 0;
    double clip = 0;  ///< the largest global norm a gradient may have; 0: any
    std::uint64_t seed = 1;
    bool causal_mask = true, padding_mask = true;
    bool operator==(const TrainerOptions&) const = default;
};

/// What one step was like.
struct StepReport {
    std::int64_t step = 0;     ///< counted from 1
    double loss = 0;           ///< before this step's update, of the smoothed labels where they are
    double gradient_norm = 0;  ///< before clipping
    double learning_rate = 0;
};

/// Weights and what the optimiser remembers, after so many steps: all that a run needs to go on.
struct TrainingState {
    explicit TrainingState(const Configuration& configuration) : parameters(configuration), optimizer(configuration) {}

    /// Takes over another state of the same configuration.
    void assign(const TrainingState& other);

    std::int64_t steps = 0;
    ParameterBuffer parameters;
    OptimizerState optimizer;
};

struct Shard;

/// Trains on as many threads as there are when it is made. Where the largest batch has a sentence for each of them, and 2·d_model
/// tokens, every batch's sentences are dealt out to shards that run side by side, as the paper's ran on eight GPUs, and whose
/// gradients are added up; otherwise the loops within each operation are shared. The same seed and number of threads give the same
/// numbers bit for bit.
class Trainer {
public:
    /// Starts from these parameters, which are copied. Runs the largest batch once, so that no step allocates. Throws Error where
    /// the configuration, or the largest batch under it, cannot run.
    Trainer(const Configuration& configuration, const Parameters& parameters, BatchSource source, const TrainerOptions& options);
    ~Trainer();

    /// Takes one step, or says why not; then the state is as before it. Throws Error where its batch cannot run.
    std::optional<Breakdown> step();

    const StepReport& report() const { return report_; }  ///< of the last step taken
    const Configuration& configuration() const { return configuration_; }
    const TrainingState& state() const { return state_; }
    const TrainerOptions& options() const { return options_; }
    const BatchSource& source() const { return source_; }

    /// Of the next step.
    double learning_rate() const;

    /// Goes on from another state of the same configuration.
    void restore(const TrainingState& state);

    /// From the next step on.
    void set_learning_rate(double rate);

private:
    void make_shards(const Batch& largest);
    Regime regime() const;  // of the batch as a whole
    double run(std::int64_t step);
    void run_shard(std::size_t index, const Regime& regime);
    enum class Reached { loss, gradients };
    Breakdown explain(double loss, Reached reached) const;

    Configuration configuration_;
    TrainerOptions options_;
    BatchSource source_;
    TrainingState state_;
    StepReport report_;
    Batch batch_;
    std::vector<std::unique_ptr<Shard>> shards_;
    std::size_t shards_in_use_ = 0;            // a batch of few sentences leaves some idle
    std::vector<ParameterBuffer*> gradients_;  // of the shards
};

}  // namespace vitrine
