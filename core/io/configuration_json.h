#pragma once
/// config.json, the configuration of a model. One table of its keys serves reading, writing, `vitrine config --help` and
/// docs/TRACE.md.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/model/configuration.h"

namespace vitrine {

/// How a key is used in files.
struct KeyUse {
    bool required = false;      ///< a file without it is refused
    bool of_attention = false;  ///< one attention alone also has it
    bool written_at_its_default = true;
    std::optional<StackKind> stack{};  ///< only models with this stack have it
};

struct ConfigurationKey {
    std::string name;
    std::string values;   ///< "integer ≥ 1", "true or false", "\"relu\", \"gelu\" or \"silu\"", "null or number"
    std::string meaning;  ///< what it is, in a few words
    KeyUse use;

    /// Reads the key from an object that has it. Throws Error naming key and value, and what the value must be.
    std::function<void(const nlohmann::json& object, Configuration&)> read;

    /// Writes the key to an object.
    std::function<void(const Configuration&, nlohmann::ordered_json& object)> write;

    /// The same for one layer, if layers may have the key of their own; otherwise empty.
    std::function<void(const nlohmann::json& object, LayerConfiguration&)> read_layer{};
    std::function<void(const LayerConfiguration&, nlohmann::ordered_json& object)> write_layer{};

    /// Whether a model of this architecture has the key.
    bool is_of(Architecture architecture) const;

    /// The value that counts if a file leaves out the key, as JSON. Requires: the key is not required.
    std::string default_text() const;
};

/// All keys in the order of files. The architecture comes first, since it decides which further keys there are.
const std::vector<ConfigurationKey>& configuration_keys();

/// Throws Error, prefixed with `where`, naming all keys that are unknown, missing, of the wrong type or have an invalid value,
/// and choices that contradict each other.
Configuration configuration_from(const nlohmann::json& object, const std::string& where);

/// Reads a configuration file.
Configuration read_configuration(const std::filesystem::path& path);

/// The architecture that a configuration file names; that of a Transformer if it names none that is known.
Architecture read_architecture(const std::filesystem::path& path);

/// Reads a configuration for training on a task, which defines vocabulary sizes and special ids. The file may omit these, but not
/// differ. `name`: the task's name in messages.
Configuration read_training_configuration(const std::filesystem::path& path, const Configuration& task, const std::string& name);

/// A configuration as JSON, a key per line. Keys that few models use are left out where they have their default.
std::string configuration_text(const Configuration& configuration);

/// Every key as JSON, as a start for a file of one's own: the paper's base model.
std::string configuration_template();

}  // namespace vitrine
