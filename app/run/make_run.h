#pragma once
/// Makes runs: of an opened model, of one moment of a training, and with gradients.

#include "app/run/run.h"
#include "core/io/training_json.h"

namespace vitrine {

/// Opens a model, runs it and names the computed tensors. Throws Error.
std::shared_ptr<const Run> make_run(const ModelRequest& request, std::shared_ptr<const AttentionDevice> device = nullptr);

/// Runs an open model. `request`: where it came from.
std::shared_ptr<const Run> make_run(std::shared_ptr<const Model> model, const ModelRequest& request = {},
                                    std::shared_ptr<const AttentionDevice> device = nullptr);

/// The backward pass of a run. Requires: the run has a loss. If a device holds the run's attentions, repeats the forward pass on
/// the CPU, since gradients need all cells.
void go_backwards(const Run& run, Gradients gradients);

/// The same run with its gradients. Requires: the run has a loss.
std::shared_ptr<const Run> with_gradients(const Run& run);

/// What all moments of a training share.
struct TrainedModel {
    std::shared_ptr<const Model> model;          ///< with the fixed sentences whose pass is shown, but without weights
    std::shared_ptr<const Outline> outline;      ///< of the model's configuration and regime
    Regime regime;                               ///< the masks in use
    std::optional<TrainerOptions> options = {};  ///< of its training, with the schedule of its beginning; nothing: unknown
    std::optional<TrainingPlan> plan = {};       ///< with which the training can continue; nothing: its sentences are not in a
                                                 ///< file
};

/// One moment of a training.
struct TrainedMoment {
    std::string title;
    std::shared_ptr<const Parameters> parameters;
    std::shared_ptr<const Batch> batch = {};  ///< null: the model's own
    std::shared_ptr<const Activations> activations = {}, gradients = {};
    std::shared_ptr<const Parameters> parameter_gradients = {};
    std::shared_ptr<const UpdateBasis> update = {};  ///< null while it runs
};
std::shared_ptr<const Run> make_run(const TrainedModel& model, const TrainedMoment& moment);

}  // namespace vitrine
