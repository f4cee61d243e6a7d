#include "app/run/request.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/base/home_path.h"
#include "core/files/json_fields.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string whole(const std::filesystem::path& path) {
    std::error_code unknown;
    const auto absolute = std::filesystem::absolute(path, unknown);
    return (unknown ? path : absolute.lexically_normal()).string();
}

void read_path(const nlohmann::json& json, const char* key, const std::string& where, std::optional<std::filesystem::path>& path) {
    const std::string text = text_or_empty(json, key, where);
    if (json.contains(key) && text.empty()) fail(where, std::string("'") + key + "' is empty");
    if (!text.empty()) path = text;
}

void read_texts(const nlohmann::json& json, const char* key, const std::string& where, std::vector<std::string>& texts) {
    if (!json.contains(key)) return;
    const auto is_text = [](const nlohmann::json& one) { return one.is_string(); };
    if (!json[key].is_array() || !std::ranges::all_of(json[key], is_text))
        fail(where, std::string("'") + key + "' is " + shown(json[key]) + ", it must be a list of texts");
    texts = json[key].get<std::vector<std::string>>();
}

}  // namespace

OrderedJson to_json(const ModelRequest& request) {
    OrderedJson json = OrderedJson::object();
    if (request.sample) json["sample"] = *request.sample;
    if (request.folder) json["folder"] = whole(*request.folder);
    if (request.moment) json["moment"] = *request.moment;
    if (request.configuration) {
        json["configuration"] = whole(*request.configuration);
        json["seed"] = request.initialisation.seed;
        json["initialisation"] = request.initialisation.kind == Initialisation::pytorch ? "pytorch" : "xavier";
    }
    if (request.batch) json["batch"] = whole(*request.batch);
    if (!request.texts.empty()) json["texts"] = request.texts;
    if (!request.target_texts.empty()) json["target_texts"] = request.target_texts;
    return json;
}

ModelRequest request_from(const nlohmann::json& json, const std::string& where) {
    require_keys(json, {"sample", "folder", "moment", "configuration", "seed", "initialisation", "batch", "texts", "target_texts"},
                 where);
    ModelRequest request;
    if (const std::string sample = text_or_empty(json, "sample", where); !sample.empty()) request.sample = sample;
    read_path(json, "folder", where, request.folder);
    read_path(json, "configuration", where, request.configuration);
    read_path(json, "batch", where, request.batch);
    read_texts(json, "texts", where, request.texts);
    read_texts(json, "target_texts", where, request.target_texts);
    const FieldReader read(json, where);
    if (json.contains("moment")) read("moment", request.moment.emplace());
    read("seed", request.initialisation.seed);
    read("initialisation", request.initialisation.kind,
         Choices<Initialisation>{{"xavier", Initialisation::xavier}, {"pytorch", Initialisation::pytorch}});
    if (request.sample.has_value() + request.folder.has_value() + request.configuration.has_value() != 1)
        fail(where, "exactly one of 'sample', 'folder' and 'configuration' is needed");
    if (request.moment && request.configuration) fail(where, "'moment' goes with 'sample' and 'folder' only");
    return request;
}

bool names_model(const ModelRequest& request) { return request.sample || request.folder || request.configuration; }

bool same_request(const ModelRequest& a, const ModelRequest& b) { return to_json(a) == to_json(b); }

namespace {

std::string told(const std::filesystem::path& path) { return without_dropped_folders(towards_home(path.string())); }

}  // namespace

std::string place_of(const ModelRequest& request) {
    std::string text = request.sample ? "sample " + *request.sample : request.folder ? told(*request.folder) : "";
    if (request.configuration) text = told(*request.configuration) + ", seed " + std::to_string(request.initialisation.seed);
    if (!request.texts.empty()) return text + ", its own texts";
    if (!request.batch) return text;
    // A path beside the folder's would leave no room for what matters.
    const bool own = request.folder && request.batch->parent_path() == *request.folder;
    return text + (own ? ", its " + request.batch->filename().string() : ", batch " + told(*request.batch));
}

}  // namespace vitrine
