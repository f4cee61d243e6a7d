#pragma once
/// What `vitrine evaluate` judges a model on: pairs or batches, from wherever they are.

#include <optional>
#include <string>
#include <vector>

#include "core/io/model.h"
#include "core/tasks/task.h"

namespace vitrine {

/// What was named; at most one of task, data and batch. None of them: what the model was trained on.
struct EvaluationSource {
    std::string model;  ///< its folder
    std::optional<std::string> task{}, data{}, unit{}, batch{};
};

/// Either pairs or batches.
struct EvaluationData {
    std::string name;  ///< what the pairs are: "held-out pairs", "all pairs of pairs.tsv"
    std::vector<Example> pairs = {};
    std::vector<std::string> targets = {};  ///< the pairs' targets as they stand in a file; none where they come from no text
    std::vector<Batch> batches = {};
};

/// Adds a note where words are not the model's, or bytes have no token. Throws Error naming what cannot be had or does not fit the
/// model.
EvaluationData evaluation_data(const EvaluationSource& source, const Model& model, std::vector<std::string>& notes);

}  // namespace vitrine
