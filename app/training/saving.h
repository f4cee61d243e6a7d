#pragma once
/// Saving a model in training, so that it can be opened, looked at in time, and trained further.

#include <filesystem>
#include <memory>

#include "app/run/make_run.h"
#include "core/train/session.h"

namespace vitrine {

/// A training whose model is saved, as it stands.
struct TrainingToSave {
    std::shared_ptr<const Snapshot> snapshot;
    std::shared_ptr<const TrainedModel> model;
    bool is_newest = false;  ///< the run that is saved is the snapshot's, with nothing altered
};

/// Saves the run's model with the history of its training. A training that stands still is saved whole, and goes on in another
/// program, too. Throws Error where the folder holds a model already, and where saving fails; then nothing has changed.
void save_trained(const std::filesystem::path& folder, const Run& run, const TrainingToSave& training);

/// Saves a training whole, in the place of what the folder holds, so that `vitrine train --resume` goes on with it: as it stands,
/// or, while it goes on, as it stood at Snapshot::standing. `window`: see Checkpoint. Throws Error where it fails, and then nothing
/// has changed. Requires: Snapshot::standing.
void save_whole(const std::filesystem::path& folder, const TrainingToSave& training, const std::string& window = {});

}  // namespace vitrine
