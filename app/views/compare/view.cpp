#include "app/views/compare/view.h"

#include <algorithm>
#include <cmath>

#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/panel/measures.h"
#include "app/state/saved_fields.h"
#include "app/views/compare/commands.h"
#include "app/views/compare/holding.h"
#include "app/views/compare/parts.h"
#include "core/against/recorded_trace.h"

namespace vitrine {

namespace {

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left, draw_compare_list},
        {Place::centre, draw_compare},
    };
    return list;
}

/// The ranking keeps its column; there is no bar for stepping. With nothing to compare, there is only one column.
WindowMeasures compare_measures(const State& state, float width, float height) {
    const bool pinned = state.of<ComparisonView>().pinned != nullptr;
    return {pinned ? std::clamp(std::round(width * 0.26f), 280.0f, 400.0f) : 0, width, height};
}

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("trace", state.template of<HeldTrace>().file);
    }
};

constexpr std::string_view of_this_machine[]{"trace"};
constexpr std::string_view trace_endings[]{".npz", ".safetensors"};

const FileKind files_of_traces{
    .endings = trace_endings,
    .word = "trace",
    .is_meant = [](const std::string& path) { return holds_trace(path); },
    .open = [](const std::string& path) -> Command { return HoldTrace{path}; },
};

/// Drops the trace if it is no longer run A.
void follow_trace(State& state, const Change&) {
    HeldTrace& held = state.of<HeldTrace>();
    if (held.recorded && state.of<ComparisonView>().pinned != held.recorded) let_go(held);
}

/// Drops the trace with its model.
void forget_trace(State& state) {
    if (state.of<HeldTrace>().recorded) do_command(state, UnpinRun{});
    let_go(state.of<HeldTrace>());
}

void describe(const State& state, nlohmann::ordered_json& json) {
    const HeldTrace& held = state.of<HeldTrace>();
    nlohmann::ordered_json causes = nlohmann::ordered_json::array();
    if (held.told) {
        for (const ToldCause& cause : held.told->causes)
            causes.push_back(
                {{"kind", cause.kind}, {"where", cause.where}, {"explains", cause.explains}, {"sentence", cause.sentence}});
    }
    json["trace"] = {{"file", held.file},
                     {"held", held.recorded != nullptr},
                     {"searched", held.told != nullptr},
                     {"stopped", held.told && held.told->stopped},
                     {"causes", causes}};
}

}  // namespace

const Module compare_module{
    .name = "compare",
    .label = "Compare",
    .tip = "two runs, tensor by tensor (5)",
    .also = "difference runs before after",
    .main_tab = 5,
    .follow = follow_trace,
    .forget = forget_trace,
    .enter = [](State& state) { state.of<ComparisonView>().opened_on = 0; },
    .shows_selected =
        [](const State& state) {
            const RunDifference* difference = comparison_of(state);
            return difference && difference->find(state.selection.tensor);
        },
    .missing = missing_trace,
    .panels = panels,
    .measures = compare_measures,
    .files = &files_of_traces,
    .actions = compare_actions,
    .saved = saved_fields<Fields>(of_this_machine),
    .describe = describe,
};

}  // namespace vitrine
