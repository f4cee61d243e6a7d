#pragma once
/// Opening a model from wherever it is.

#include <filesystem>

#include "core/io/model.h"

namespace vitrine {

/// A model folder without a batch.
Model open_model_folder(const std::filesystem::path& folder);

/// Like open_model(), but with an empty batch where the model has no sentences of its own and none were given.
Model open_without_made_up(const ModelRequest& request);

/// Reads and checks everything; throws Error, one line naming file and field, where anything is missing or does not fit.
Model open_model(const ModelRequest& request);

}  // namespace vitrine
