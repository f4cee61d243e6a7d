#pragma once
/// Edits as JSON, as a session holds them: {"batch": {"src": [[…]], "tgt": [[…]], "labels": [[…]]}, "overwrites": [{"path",
/// "index", "value"}], "silenced": [{"attention", "head"}], "skipped_sublayers": […], "skipped_residuals": […], "design":
/// ["no_causal_mask", …], "variant": {"norm", "heads", "positions", "seed"}}. A missing key: as the model has it. A value that is
/// not finite is "nan", "inf" or "-inf".

#include <nlohmann/json_fwd.hpp>

#include "app/run/edits.h"

namespace vitrine {

nlohmann::ordered_json to_json(const Edits& edits);

/// Only these parts: the keys of the interventions, and the names of the design choices that are switched off.
nlohmann::ordered_json to_json(const Interventions& interventions);
nlohmann::ordered_json to_json(const Design& design);

/// Throws Error, whose text begins with `where` and names the field. Does not check whether the edits fit a model.
Edits edits_from(const nlohmann::json& json, const std::string& where);

}  // namespace vitrine
