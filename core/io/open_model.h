#pragma once
/// Opens models from any source: folders of this program and of Hugging Face's `transformers`.

#include <filesystem>

#include "core/io/model.h"

namespace vitrine {

/// Opens a model folder without a batch.
Model open_model_folder(const std::filesystem::path& folder);

/// Whether the folder's config.json is one of `transformers`, of any family. False if it cannot be read.
bool is_family_folder(const std::filesystem::path& folder);

/// Fills in what a folder of `transformers` has: configuration, parameters, names, generation rules, and tokenizers with their
/// vocabularies. Throws Error naming file and key or tensor.
void open_family(const std::filesystem::path& folder, Model& model);

/// Like open_model(), but leaves the batch empty instead of making a random one.
Model open_without_random_batch(const ModelRequest& request);

/// Opens a model and checks everything. Throws Error, one line naming file and field, if something is missing or does not fit.
Model open_model(const ModelRequest& request);

}  // namespace vitrine
