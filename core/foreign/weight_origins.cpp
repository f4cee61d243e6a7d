#include "core/foreign/weight_origins.h"

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// The name of a piece's tensor: the piece itself, or the value under "tensor"; pieces of zeros and waves have no tensor.
std::string tensor_of_piece(const Json& piece, const std::string& where) {
    if (piece.is_string()) return piece.get<std::string>();
    if (!piece.is_object()) fail_field(where, "is " + shown(piece) + ", it must be the name of a tensor or an object { … }");
    return text_or_empty(piece, "tensor", where);
}

}  // namespace

WeightOrigins read_weight_origins(const std::filesystem::path& path) {
    const std::string where = path.string();
    const Json json = read_json(path);
    if (!json.is_object()) fail_field(where, "is " + shown(json) + ", it must be an object { … }");
    WeightOrigins origins;
    std::size_t number = 0;
    for (const Json& entry : list_or_empty(json, "parameters", where)) {
        const std::string at = where + ": 'parameters'[" + std::to_string(number++) + "]";
        if (!entry.is_object()) fail_field(at, "is " + shown(entry) + ", it must be an object { … }");
        std::vector<std::string>& tensors = origins[text_or_empty(entry, "parameter", at)];
        if (!entry.contains("from")) fail(at, "'from' is missing");
        const Json& from = entry["from"];
        const Json pieces = from.is_array() ? from : Json::array({from});
        for (const Json& piece : pieces) {
            const std::string name = tensor_of_piece(piece, at + ": 'from'");
            if (!name.empty()) tensors.push_back(name);
        }
    }
    return origins;
}

}  // namespace vitrine
