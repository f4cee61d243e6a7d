#pragma once
/// The parts of a session about other models, as JSON: {"model": {…}, "edits": {…}}, for run A of a comparison also "side". And
/// the history of its own model: {"done": [{"edits": {…}, "what": "silence head 2"}], "undone": […]}.

#include <nlohmann/json_fwd.hpp>

#include "app/session/data.h"

namespace vitrine {

nlohmann::ordered_json to_json(const SavedComparison& comparison);
nlohmann::ordered_json to_json(const std::vector<ParkedEdits>& parked);

/// Only the nearest steps of a long history, so that the file stays small.
nlohmann::ordered_json to_json(const EditHistory& history);

/// All throw Error, whose text begins with `where` and names the field. A missing list is empty.
SavedComparison comparison_from(const nlohmann::json& json, const std::string& where);
std::vector<ParkedEdits> parked_from(const nlohmann::json& object, const char* key, const std::string& where);
EditHistory history_from(const nlohmann::json& json, const std::string& where);

}  // namespace vitrine
