#pragma once
/// The data of `vitrine evaluate`: pairs or batches from any source.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/io/model.h"
#include "core/tasks/task.h"

namespace vitrine {

/// The named source: at most one of task, data and batch. Without any, the model's training data is used.
struct EvaluationSource {
    std::optional<std::filesystem::path> folder{};  ///< the model's; nothing: the model is a sample
    std::optional<std::string> task{}, data{}, unit{}, batch{};
};

/// Either pairs or batches.
struct EvaluationData {
    std::string name;  ///< description of the pairs: "held-out pairs", "all pairs of pairs.tsv"
    std::vector<Example> pairs = {};
    /// The pairs' sources and targets as in the file; empty if they do not come from a text.
    std::vector<std::string> sources = {}, targets = {};
    std::vector<Batch> batches = {};
};

/// Opens the data. Adds a note if words are not in the model's vocabulary, or bytes have no token. Throws Error, which names the
/// data, if they cannot be opened or do not fit the model.
EvaluationData evaluation_data(const EvaluationSource& source, const Model& model, std::vector<std::string>& notes);

}  // namespace vitrine
