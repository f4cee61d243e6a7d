#pragma once
/// A folder of model folders of one configuration that are named after the steps of their training: step0, step1000, …, as Pythia's
/// are.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/model/parameters.h"

namespace vitrine {

/// The steps of such a folder, ascending; empty: it is another folder, such as a model's own.
std::vector<std::int64_t> steps_in(const std::filesystem::path& folder);

/// The model folder of a step: "pythia/step1000".
std::filesystem::path folder_of_step(const std::filesystem::path& folder, std::int64_t step);

/// The weights after a step. Throws Error, naming the folder or a file in it, where they are missing or bad, or of a model of
/// another configuration.
Parameters weights_of_step(const std::filesystem::path& folder, std::int64_t step, const Configuration& configuration);

}  // namespace vitrine
