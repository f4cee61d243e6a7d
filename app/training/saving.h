#pragma once
/// Saves a model in training, so that it can be opened, looked at in time, and trained further.

#include <filesystem>
#include <memory>

#include "app/run/make_run.h"
#include "core/train/session.h"

namespace vitrine {

/// A training run whose model is saved in its present state.
struct TrainingToSave {
    std::shared_ptr<const Snapshot> snapshot;
    std::shared_ptr<const TrainedModel> model;
    bool is_newest = false;  ///< the run to be saved is the snapshot's own run, without alterations
};

/// Saves the run's model with the history of its training. A paused training is saved in full, and can also be continued in
/// another program. Throws Error if the folder already holds a model, or if saving fails; then nothing has changed.
void save_trained(const std::filesystem::path& folder, const Run& run, const TrainingToSave& training);

/// Saves a training in full, replacing what the folder holds, so that `vitrine train --resume` can continue it: in its present
/// state or, while it runs, in the state of Snapshot::standing. `window`: see Checkpoint. Throws Error if it fails; then nothing
/// has changed. Requires: Snapshot::standing.
void save_whole(const std::filesystem::path& folder, const TrainingToSave& training, const std::string& window = {});

}  // namespace vitrine
