#pragma once
/// config.json, the file that holds a model's design choices.

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/model/configuration.h"

namespace vitrine {

/// Throws Error, `where` first, naming the key that is unknown, missing, of a wrong type or has a value that is not allowed, or the
/// choices that cannot be built together.
Configuration configuration_from(const nlohmann::json& object, const std::string& where);

/// The same for a file.
Configuration read_configuration(const std::filesystem::path& path);

/// The same for a model that is to learn a task, which has decided vocabulary sizes and special ids: the file may leave them out,
/// but not say others. `name` is what a message calls the task.
Configuration read_training_configuration(const std::filesystem::path& path, const Configuration& task, const std::string& name);

/// The text of a config.json with every key, a line each.
std::string configuration_text(const Configuration& configuration);

}  // namespace vitrine
