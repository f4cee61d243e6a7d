#pragma once
/// The training that the window keeps from one start to the next: a checkpoint in a folder of its own.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/training/moment_run.h"
#include "app/training/saving.h"
#include "app/training/settings.h"

namespace vitrine {

/// What the window knows of its training beyond what a checkpoint holds.
struct TrainingInWindow {
    TrainingSettings settings;           ///< that it was begun with
    std::string name, title;             ///< of its model
    std::optional<ModelRequest> open{};  ///< the model that was open when it began; nothing: none that is in a file
};

/// Saves the training in this folder, in the place of the one before. Throws Error where it fails, and then that one is still
/// there. Requires: Snapshot::standing.
void keep_training(const std::filesystem::path& folder, const TrainingToSave& training, const TrainingInWindow& known);

/// A training that was kept, ready to go on.
struct KeptForWindow {
    std::filesystem::path folder;
    TrainingInWindow known;
    TrainingToGoOn going_on;
    std::shared_ptr<const Run> model;  ///< that of the folder, with its words and sentences
    std::shared_ptr<const Run> open;   ///< TrainingInWindow::open; null: there is none, or it is gone
    std::string lost_history = {};     ///< why its history cannot be read, and it goes on without; empty: it can
};

/// Reads it. Throws Error, one line naming file and field, where something is missing or damaged, or what was learned from has
/// changed; without its history it goes on all the same.
KeptForWindow read_kept_training(const std::filesystem::path& folder);

/// Moves what cannot be read out of the way of the next training, to FOLDER.kept or FOLDER.kept-2, …, and returns that name.
std::filesystem::path put_training_aside(const std::filesystem::path& folder);

}  // namespace vitrine
