#pragma once
/// The training that the window keeps from one start of the program to the next: a checkpoint in a folder of its own.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/training/moment_run.h"
#include "app/training/saving.h"
#include "app/training/settings.h"

namespace vitrine {

/// What the window knows about its training besides what a checkpoint contains.
struct TrainingInWindow {
    TrainingSettings settings;           ///< the settings that it was begun with
    std::string name, title;             ///< of its model
    std::optional<ModelRequest> open{};  ///< the model that was open when it began; nothing: it was not in a file
};

/// Saves the training in this folder, replacing the one before. Throws Error if it fails; then the one before is still there.
/// Requires: Snapshot::standing.
void keep_training(const std::filesystem::path& folder, const TrainingToSave& training, const TrainingInWindow& known);

/// A training that was kept, ready to continue.
struct KeptForWindow {
    std::filesystem::path folder;
    TrainingInWindow known;
    TrainingToGoOn going_on;
    std::shared_ptr<const Run> model;  ///< the folder's model, with its words and sentences
    std::shared_ptr<const Run> open;   ///< TrainingInWindow::open; null: there is none, or it no longer exists
    std::string lost_history = {};     ///< why its history cannot be read, so it continues without; empty: it can be read
};

/// Reads a kept training. Throws Error, one line naming file and field, if something is missing or damaged, or if its training
/// data have changed. A training whose history alone is damaged continues without it.
KeptForWindow read_kept_training(const std::filesystem::path& folder);

/// Moves a training that cannot be read to FOLDER.kept or FOLDER.kept-2, …, so that the next one can be kept, and returns that
/// name.
std::filesystem::path put_training_aside(const std::filesystem::path& folder);

}  // namespace vitrine
