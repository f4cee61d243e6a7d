#include <nlohmann/json.hpp>

#include "app/run/edits_json.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "app/views/design/backward.h"
#include "app/views/design/measures.h"
#include "app/views/design/runs.h"
#include "app/views/design/state.h"
#include "app/views/design/view.h"
#include "app/words/design.h"

namespace vitrine {

namespace {

nlohmann::ordered_json number_json(const Measured& measured) {
    return measured.value ? nlohmann::ordered_json(*measured.value) : nlohmann::ordered_json();
}

/// The number that shows the effect of the explained choice, for both runs of run_pair(); null for a run without it.
nlohmann::ordered_json measure_json(const State& state) {
    if (!state.run) return {};
    const RunPair runs = run_pair(state);
    const ChoiceMeasure measure = measure_of_choice(explained_choice(state).name, *runs.second);
    const MeasuredPair pair = measured(measure, *runs.first, *runs.second);
    return {{"tensor", measure.path}, {"first", number_json(pair.first)}, {"second", number_json(pair.second)}};
}

/// What the gradient says about the explained choice, for both runs; null if nothing is known.
nlohmann::ordered_json backward_json(const State& state) {
    const BackwardNumbers* numbers = state.run ? backward_numbers(state) : nullptr;
    if (!numbers) return {};
    const auto json = [](const std::optional<double>& number) {
        return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
    };
    return {{"first", json(numbers->first)}, {"second", json(numbers->second)}};
}

}  // namespace

void describe_design(const State& state, nlohmann::ordered_json& json) {
    json["design"] = {{"shown", state.of<DesignView>().shown},
                      {"taken_back", to_json(state.run ? state.run->regime.design : Design{})},
                      {"variant", variant_words(state.edits.variant)},
                      {"measure", measure_json(state)},
                      {"backward", backward_json(state)}};
}

}  // namespace vitrine
