#include "core/against/pairs_file.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// A name, or an object with the name under "tensor".
std::string tensor_in(const Json& json, const std::string& where) {
    if (json.is_string()) return json.get<std::string>();
    const std::string name = json.is_object() ? text_or_empty(json, "tensor", where) : std::string{};
    if (name.empty()) fail_field(where, "is " + shown(json) + ", it must be the name of a tensor");
    return name;
}

std::vector<int> axes_in(const Json& json, const std::string& where) {
    std::vector<int> axes;
    if (!json.is_object()) return axes;
    require_keys(json, {"tensor", "axes"}, where);
    const Json& list = list_or_empty(json, "axes", where);
    for (const Json& axis : list) axes.push_back(static_cast<int>(integer_in(axis).value_or(-1)));
    std::vector<int> sorted = axes;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (sorted[i] != static_cast<int>(i) || axes.size() > max_rank)
            fail_field(where + ": 'axes'", "is " + shown(list) + ", it must be an order of at most four axes, such as [0, 2, 1]");
    }
    return axes;
}

}  // namespace

GivenPairs read_given_pairs(const std::filesystem::path& path) {
    const std::string where = path.string();
    const Json json = read_json(path);
    require_keys(json, {"tensors", "left", "answers", "parameters", "missing"}, where);
    GivenPairs pairs;
    for (const Json& left : list_or_empty(json, "left", where)) pairs[tensor_in(left, where + ": 'left'")] = {};
    std::size_t number = 0;
    for (const Json& entry : list_or_empty(json, "tensors", where)) {
        const std::string at = where + ": 'tensors'[" + std::to_string(number++) + "]";
        require_keys(entry, {"path", "from", "by", "why"}, at);
        const std::string ours = text_or_empty(entry, "path", at);
        if (ours.empty()) fail(at, "'path' is missing");
        if (!entry.contains("from")) fail(at, "'from' is missing");
        pairs[tensor_in(entry["from"], at + ": 'from'")] = {ours, axes_in(entry["from"], at + ": 'from'")};
    }
    return pairs;
}

}  // namespace vitrine
