#pragma once
/// The history of a training run beside its model: `history.safetensors`, with the curves and the moments that are kept. The
/// weights after step 20 are the tensors "20.parameters.NAME". If the moment is kept with all that training needs to go on, there
/// are also "20.first_moment.NAME" and "20.second_moment.NAME". A history that comes with a sample holds weights alone, as BF16, so
/// that no training goes on from it; it is a file of any name. A folder of model folders named after steps
/// (core/family/step_folders.h) is a history, too, without curves: its moments are read when they are looked at.

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
    std::optional<TrainingPlan> plan = {};  ///< the plan with which training goes on; nothing: its sentences are not in a file
};

/// A history to be saved; refers to the data of a training run.
struct HistoryView {
    const Configuration& configuration;
    const History& curves;
    const Moments& moments;
    const TrainingPlan* plan = nullptr;  ///< null if it is not known
    bool as_bfloat16 = false;            ///< all weights are written as BF16; the curves never are
};

/// Writes a history to a file that the caller commits.
void write_history(OutputFile& file, const HistoryView& history);

/// Reads the history in a model folder, or in a file. Throws Error, one line naming file and field, if it is missing, cut off, from
/// a newer version of the program, or without any moment.
TrainingHistory read_history(const std::filesystem::path& place);

/// Whether the folder has a history or is one, or the file is there.
bool holds_history(const std::filesystem::path& place);

/// The weights of a moment in the history of a folder, or in a file, for a model of this configuration. Throws Error naming the
/// nearest moments if this one is not kept.
Parameters parameters_of_moment(const std::filesystem::path& place, std::int64_t step, const Configuration& configuration);

}  // namespace vitrine
