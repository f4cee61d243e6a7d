#pragma once
/// Making runs: of a model that is opened, of one moment of a training, and with gradients.

#include "app/run/run.h"

namespace vitrine {

/// Opens a model, runs it and names what it computed. Throws Error.
std::shared_ptr<const Run> make_run(const ModelRequest& request, std::shared_ptr<const AttentionDevice> device = nullptr);

/// Runs a model that is open already. `request`: where it came from.
std::shared_ptr<const Run> make_run(std::shared_ptr<const Model> model, const ModelRequest& request = {},
                                    std::shared_ptr<const AttentionDevice> device = nullptr);

/// Goes through a run that has a loss from its end to its beginning. Where a device has its attentions, they are computed here once
/// more: gradients need all cells.
void go_backwards(const Run& run, Gradients gradients);

/// The same run with its gradients; the run has a loss.
std::shared_ptr<const Run> with_gradients(const Run& run);

/// What the steps of a training have in common.
struct TrainedModel {
    std::shared_ptr<const Model> model;      ///< with the fixed sentences whose pass is shown, without weights
    std::shared_ptr<const Outline> outline;  ///< of its configuration and regime
    Regime regime;                           ///< the masks that are in place
};

/// One moment of a training.
struct TrainedMoment {
    std::string title;
    std::shared_ptr<const Parameters> parameters;
    std::shared_ptr<const Activations> activations, gradients;
};
std::shared_ptr<const Run> make_run(const TrainedModel& model, const TrainedMoment& moment);

}  // namespace vitrine
