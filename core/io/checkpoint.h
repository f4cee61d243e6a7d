#pragma once
/// Checkpoints of a training run: a model folder that every command can open, with `sentences.json`, the batch that it opens
/// with, and `training.safetensors`. That file alone is enough to resume: it holds a copy of everything, so no two files need to
/// agree.

#include <filesystem>
#include <memory>
#include <optional>

#include "core/files/file_lock.h"
#include "core/files/made_folder.h"
#include "core/io/training_json.h"
#include "core/text/vocabulary.h"
#include "core/train/history.h"
#include "core/train/moments.h"

namespace vitrine {

class Tokenizer;

/// The weights with the lowest held-out loss of a training so far.
struct BestWeights {
    explicit BestWeights(const Configuration& configuration) : parameters(configuration) {}

    std::int64_t step = 0;  ///< after which the training had them
    double loss = 0;        ///< on the held-out pairs
    ParameterBuffer parameters;
};

struct Checkpoint {
    Configuration configuration;
    Vocabulary source_vocabulary, target_vocabulary;  ///< empty if not known
    std::shared_ptr<const Tokenizer> tokenizer = {};  ///< the tokens of both vocabularies; null if these are words
    TrainingPlan plan;
    std::unique_ptr<TrainingState> state;
    std::unique_ptr<BestWeights> best = {};  ///< null if they are not kept, or nothing has been measured yet
    std::string window = {};  ///< what the window knows about the training that it keeps here, as JSON; empty: it keeps none here
};

/// A checkpoint to be saved; refers to the data of a running training.
struct CheckpointView {
    const Configuration& configuration;
    const Vocabulary &source_vocabulary, &target_vocabulary;
    const TrainingPlan& plan;
    const TrainingState& state;
    const Batch& sentences;                ///< the batch that the model opens with
    const Tokenizer* tokenizer = nullptr;  ///< null if there is none
    const History* curves = nullptr;       ///< with the moments
    const Moments* moments = nullptr;      ///< null: no history is kept
    std::string window = {};               ///< as in Checkpoint
    const BestWeights* best = nullptr;     ///< the model that the folder opens; null: that of `state`
};

/// Reserves a folder for one training run. The folder is made if it does not exist, and removed at the end if it is still empty.
class CheckpointFolder {
public:
    /// Throws Error if another training run has reserved the folder, or if it cannot be made.
    explicit CheckpointFolder(const std::filesystem::path& folder);

private:
    MadeFolder made_;
    FileLock lock_;
};

/// Saves a checkpoint atomically: all files are renamed together, and any failure before that, such as a full disk or a read-only
/// folder, leaves the old ones. Creates the folder if needed. Keeps other files. Throws Error if it fails.
void save_checkpoint(const std::filesystem::path& folder, const CheckpointView& checkpoint);

/// Checks that a checkpoint can be saved, by doing everything except the renaming; throws Error otherwise. Leaves nothing behind,
/// not even a new folder.
void rehearse_checkpoint(const std::filesystem::path& folder, const CheckpointView& checkpoint);

/// Reads a checkpoint. Throws Error, one line naming file and field, where it is missing or broken.
Checkpoint read_checkpoint(const std::filesystem::path& folder);

/// Reads only the training plan of a checkpoint.
TrainingPlan read_training_plan(const std::filesystem::path& folder);

/// Reads only the number of training steps.
std::int64_t read_steps_taken(const std::filesystem::path& folder);

/// Whether the folder has a checkpoint to resume from.
bool holds_checkpoint(const std::filesystem::path& folder);

/// Throws Error if the folder has no checkpoint to resume from.
void require_checkpoint(const std::filesystem::path& folder);

}  // namespace vitrine
