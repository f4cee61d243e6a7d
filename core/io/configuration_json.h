#pragma once
/// config.json, the configuration of a model.

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/model/configuration.h"

namespace vitrine {

/// Throws Error, prefixed with `where`, naming a key that is unknown, missing, of the wrong type or has an invalid value, or the
/// choices that contradict each other.
Configuration configuration_from(const nlohmann::json& object, const std::string& where);

/// Reads a configuration file.
Configuration read_configuration(const std::filesystem::path& path);

/// Reads a configuration for training on a task, which defines vocabulary sizes and special ids. The file may omit these, but not
/// differ. `name`: the task's name in messages.
Configuration read_training_configuration(const std::filesystem::path& path, const Configuration& task, const std::string& name);

/// A configuration as JSON with every key, one per line.
std::string configuration_text(const Configuration& configuration);

}  // namespace vitrine
