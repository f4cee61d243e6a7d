#pragma once
/// Edits as JSON, as a session holds them: {"batch": {"src": [[…]], "tgt": [[…]], "labels": [[…]]}, "overwrites": [{"path",
/// "index", "value"}], "silenced": [{"attention", "head"}], "skipped_sublayers": […], "skipped_residuals": […], "design":
/// ["no_causal_mask", …], "variant": {"norm", "heads", "positions", "seed"}}. What is not there is as the model has it; a value
/// that is no finite number is "nan", "inf" or "-inf".

#include <nlohmann/json_fwd.hpp>

#include "app/run/edits.h"

namespace vitrine {

nlohmann::ordered_json to_json(const Edits& edits);

/// Its parts alone: the keys of all that is done by hand, and the names of the design choices that are taken back.
nlohmann::ordered_json to_json(const Interventions& interventions);
nlohmann::ordered_json to_json(const Design& design);

/// Throws Error, `where` first, naming the field. Whether the edits have a place in a model is for that model to say.
Edits edits_from(const nlohmann::json& json, const std::string& where);

}  // namespace vitrine
