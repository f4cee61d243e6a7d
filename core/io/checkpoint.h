#pragma once
/// A model in the middle of its training: a model folder that any command opens, with `sentences.json`, which it opens on, and
/// `training.safetensors`, from which training goes on. That file alone is enough for it: it holds its own copy of everything, so
/// that no two files need to agree.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/io/training_json.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace vitrine {

struct Checkpoint {
    Configuration configuration;
    Vocabulary source_vocabulary, target_vocabulary;  ///< empty where they are not known
    std::shared_ptr<const Tokenizer> tokenizer = {};  ///< whose tokens both are; null where they are words
    TrainingPlan plan;
    std::unique_ptr<TrainingState> state;
};

/// The same while training still owns it.
struct CheckpointView {
    const Configuration& configuration;
    const Vocabulary &source_vocabulary, &target_vocabulary;
    const TrainingPlan& plan;
    const TrainingState& state;
    const Batch& sentences;                ///< to look at: the model opens with them
    const Tokenizer* tokenizer = nullptr;  ///< null where there is none
};

/// Writes the folder's files and lets them take their places together: whatever fails before that, a full disk or a folder that
/// has become read-only, leaves what was there. Makes the folder where there is none. Other files in it stay.
void save_checkpoint(const std::filesystem::path& folder, const CheckpointView& checkpoint);

/// Does all of this but the last: Error where a checkpoint could not be saved there. Leaves nothing behind, no folder either.
void rehearse_checkpoint(const std::filesystem::path& folder, const CheckpointView& checkpoint);

/// Throws Error, one line naming file and field, where the folder holds nothing to go on from, or something broken.
Checkpoint read_checkpoint(const std::filesystem::path& folder);

/// Only how it was trained, and on what.
TrainingPlan read_training_plan(const std::filesystem::path& folder);

/// Whether training can go on from this folder.
bool holds_checkpoint(const std::filesystem::path& folder);

/// The name of a file in the folder that a checkpoint would replace; none where there is none.
std::optional<std::string> replaced_file(const std::filesystem::path& folder);

}  // namespace vitrine
