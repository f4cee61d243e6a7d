#pragma once
/// What a session keeps of other models than its own, as JSON: {"model": {…}, "edits": {…}}, of run A of a comparison also "side".
/// And what was done to its own: {"done": [{"edits": {…}, "what": "silence head 2"}], "undone": […]}.

#include <nlohmann/json_fwd.hpp>

#include "app/session/data.h"

namespace vitrine {

nlohmann::ordered_json to_json(const SavedComparison& comparison);
nlohmann::ordered_json to_json(const std::vector<ParkedEdits>& parked);

/// Of a long history the steps that are nearest, so that the file stays small.
nlohmann::ordered_json to_json(const EditHistory& history);

/// Throw Error, `where` first, naming the field. A list that is not there is empty.
SavedComparison comparison_from(const nlohmann::json& json, const std::string& where);
std::vector<ParkedEdits> parked_from(const nlohmann::json& object, const char* key, const std::string& where);
EditHistory history_from(const nlohmann::json& json, const std::string& where);

}  // namespace vitrine
