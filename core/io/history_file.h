#pragma once
/// The history of a training beside its model: `history.safetensors`, with the curves and the moments that are kept. The weights of
/// step 20 are the tensors "20.parameters.NAME", and, where all is kept that training needs to go on, "20.first_moment.NAME" and
/// "20.second_moment.NAME".

#include <filesystem>
#include <optional>

#include "core/files/file.h"
#include "core/io/training_json.h"
#include "core/train/history.h"
#include "core/train/moments.h"

namespace vitrine {

struct TrainingHistory {
    Configuration configuration;
    History curves;
    Moments moments;
    std::optional<TrainingPlan> plan = {};  ///< what training goes on with; nothing: its sentences are in no file
};

/// A history to be saved; refers to the data of a training.
struct HistoryView {
    const Configuration& configuration;
    const History& curves;
    const Moments& moments;
    const TrainingPlan* plan = nullptr;  ///< null: none is known
};

/// Writes a history to a file that the caller commits.
void write_history(OutputFile& file, const HistoryView& history);

/// Reads the history in a model folder. Throws Error, one line naming file and field, where it is missing, cut off, from a newer
/// version of the program, or holds no moment.
TrainingHistory read_history(const std::filesystem::path& folder);

/// Whether the folder has a history.
bool holds_history(const std::filesystem::path& folder);

/// The weights of one of its moments, of a model of this configuration. Throws Error, which names the nearest moments where this
/// one is not kept.
Parameters parameters_of_moment(const std::filesystem::path& folder, std::int64_t step, const Configuration& configuration);

}  // namespace vitrine
