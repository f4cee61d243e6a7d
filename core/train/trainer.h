#pragma once
/// The training loop: forward, loss, backward, clipping, update (section 5).

#include <memory>
#include <optional>

#include "core/pass/transformer.h"
#include "core/train/batch_source.h"
#include "core/train/breakdown.h"
#include "core/train/trainer_options.h"

namespace vitrine {

/// The results of one step.
struct StepReport {
    std::int64_t step = 0;     ///< counted from 1
    double loss = 0;           ///< before this step's update, with label smoothing
    double gradient_norm = 0;  ///< before clipping
    double learning_rate = 0;
    std::int64_t tokens = 0;  ///< that encoder and decoder read, padding not counted; 0: not known
};

/// Everything that a run needs to resume: step number, parameters and optimiser state.
struct TrainingState {
    explicit TrainingState(const Configuration& configuration) : parameters(configuration), optimizer(configuration) {}

    /// Copies another state. Requires: the same configuration.
    void assign(const TrainingState& other);

    std::int64_t steps = 0;
    ParameterBuffer parameters;
    OptimizerState optimizer;
};

struct Shard;

/// Trains with as many threads as threads() at construction. If the largest batch can be split into shards of at least 2·d_model
/// tokens, one per thread or two, the shards of every batch run in parallel, as on the paper's eight GPUs, and their gradients are
/// added up. Otherwise the loops within each operation are parallel. The same seed and number of threads give the same results bit
/// for bit.
///
/// A step learns from one batch or, if the source accumulates, from several as if they were one: its loss is the mean over the
/// labels of all of them.
class Trainer {
public:
    /// Starts from a copy of these parameters. Runs the largest batch once, so that no step allocates. Throws Error where the
    /// configuration is invalid or the largest batch cannot run.
    Trainer(const Configuration& configuration, const Parameters& parameters, BatchSource source, const TrainerOptions& options);
    ~Trainer();

    /// Takes one step. If it fails, returns the reason and leaves the state as it was. Throws Error where the batch cannot run.
    std::optional<Breakdown> step();

    /// The first half of the next step, everything before the update: gradient() and report() then belong to that step. Returns
    /// why the step will fail, if it will. Throws Error as step() does.
    std::optional<Breakdown> differentiate();

    const StepReport& report() const { return report_; }  ///< of the last step taken, or differentiated
    const Configuration& configuration() const { return configuration_; }
    const TrainingState& state() const { return state_; }
    const TrainerOptions& options() const { return options_; }
    const BatchSource& source() const { return source_; }

    /// The batch of the next step, or the first of several.
    const Batch& next_batch();

    /// The gradient of the last step, before clipping. Requires: a step has been taken or differentiated.
    const Parameters& gradient() const;

    /// The pass of the last step's batch, with dropout, and its gradients. Requires: a step of one batch has been differentiated,
    /// and no other has been taken since.
    void gather_pass(Activations& activations, Activations& gradients) const;

    /// The learning rate of the next step.
    double learning_rate() const;

    /// Continues from another state. Requires: the same configuration.
    void restore(const TrainingState& state);

    /// Sets a constant learning rate, or another schedule, from the next step on.
    void set_learning_rate(double rate);
    void set_schedule(const ScheduleOptions& schedule) { options_.schedule = schedule; }

private:
    void make_shards(const Batch& largest);
    Regime regime() const;  // of the step as a whole
    void fill_batches(std::int64_t step);
    double run(std::int64_t step, const Batch& batch, std::size_t part);
    void run_shard(const Batch& batch, std::size_t index, const Regime& regime);
    enum class Reached { loss, gradients };
    Breakdown explain(double loss, Reached reached) const;

    Configuration configuration_;
    TrainerOptions options_;
    BatchSource source_;
    TrainingState state_;
    StepReport report_;
    std::vector<Batch> batches_;  // of the step
    std::size_t parts_ = 1;       // how many of them there are
    Size labels_ = 0;             // in all of them
    std::vector<std::unique_ptr<Shard>> shards_;
    std::size_t shards_in_use_ = 0;            // fewer than all for a batch of few sentences
    std::unique_ptr<ParameterBuffer> sum_;     // of the gradients of several batches; null if a step has one
    std::vector<ParameterBuffer*> gradients_;  // that sum, if there is one, and those of the shards
};

}  // namespace vitrine
