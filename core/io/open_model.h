#pragma once
/// Opens models from any source.

#include "core/io/model.h"

namespace vitrine {

/// Opens a model folder without a batch.
Model open_model_folder(const std::filesystem::path& folder);

/// Like open_model(), but leaves the batch empty instead of making a random one.
Model open_without_random_batch(const ModelRequest& request);

/// Opens a model and checks everything. Throws Error, one line naming file and field, if something is missing or does not fit.
Model open_model(const ModelRequest& request);

}  // namespace vitrine
