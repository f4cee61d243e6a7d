#include "core/export/trace_metadata.h"

#include <nlohmann/json.hpp>

#include "core/files/program.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"

namespace vitrine {

namespace {

std::string axes_json(const std::vector<NamedTensor>& tensors) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const NamedTensor& named : tensors) {
        nlohmann::ordered_json& axes = json[named.name] = nlohmann::ordered_json::array();
        for (int axis = 0; axis < named.tensor.layout.rank; ++axis) axes.push_back(name(named.tensor.layout.axes[axis]));
    }
    return json.dump();
}

/// The same JSON in one line.
std::string in_one_line(const std::string& json) { return nlohmann::ordered_json::parse(json).dump(); }

}  // namespace

Metadata trace_metadata(const std::vector<NamedTensor>& tensors, const Configuration& configuration, const Batch& batch) {
    return {{"format", "vitrine trace"},
            {"version", program_version()},
            {"axes", axes_json(tensors)},
            {"configuration", in_one_line(configuration_text(configuration))},
            {"batch", in_one_line(batch_text(batch))}};
}

}  // namespace vitrine
