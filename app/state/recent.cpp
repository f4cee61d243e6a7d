#include "app/state/recent.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/run/request.h"
#include "core/files/json_fields.h"

namespace vitrine {

void add_recent(std::vector<RecentModel>& recent, const RecentModel& opened) {
    const ModelRequest& request = opened.request;
    if (!request.folder && !request.configuration && !request.batch) return;
    std::erase_if(recent, [&](const RecentModel& other) { return same_request(other.request, request); });
    recent.insert(recent.begin(), opened);
    if (recent.size() > most_recent_models) recent.resize(most_recent_models);
}

std::string recent_text(const std::vector<RecentModel>& recent) {
    using OrderedJson = nlohmann::ordered_json;
    OrderedJson list = OrderedJson::array();
    for (const RecentModel& one : recent) list.push_back({{"name", one.name}, {"model", to_json(one.request)}});
    const OrderedJson file{{"version", 1}, {"models", list}};
    return file.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

std::vector<RecentModel> read_recent(const std::string& text, const std::string& where) {
    const nlohmann::json json = parse_json(text, where);
    require_keys(json, {"version", "models"}, where);
    int version = 0;
    FieldReader(json, where)("version", Required{version});
    if (version != 1) fail(where, "'version' is " + std::to_string(version) + ", this program reads 1");
    if (!json.contains("models") || !json["models"].is_array()) fail(where, "'models' has to be a list");
    std::vector<RecentModel> recent;
    for (std::size_t i = 0; i < json["models"].size() && recent.size() < most_recent_models; ++i) {
        const nlohmann::json& one = json["models"][i];
        const std::string at = where + ": 'models[" + std::to_string(i) + "]'";
        require_keys(one, {"name", "model"}, at);
        if (!one.contains("model")) fail(at, "'model' is missing");
        recent.push_back({request_from(one["model"], at), text_or_empty(one, "name", at)});
    }
    return recent;
}

}  // namespace vitrine
