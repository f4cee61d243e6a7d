#include <nlohmann/json.hpp>

#include "app/run/edits_json.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "app/views/design/state.h"
#include "app/views/design/view.h"
#include "app/words/design.h"

namespace vitrine {

void describe_design(const State& state, nlohmann::ordered_json& json) {
    json["design"] = {{"shown", state.of<DesignView>().shown},
                      {"taken_back", to_json(state.run ? state.run->regime.design : Design{})},
                      {"variant", variant_words(state.edits.variant)}};
}

}  // namespace vitrine
