#include "app/views/compare/view.h"

#include <algorithm>
#include <cmath>

#include "app/compare/state.h"
#include "app/panel/measures.h"
#include "app/state/saved_fields.h"

namespace vitrine {

namespace {

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left, draw_compare_list},
        {Place::centre, draw_compare},
    };
    return list;
}

/// The ranking stays; there is nothing to step through. With nothing to compare, one column says so.
WindowMeasures compare_measures(const State& state, float width, float height) {
    const bool pinned = state.of<ComparisonView>().pinned != nullptr;
    return {pinned ? std::clamp(std::round(width * 0.26f), 280.0f, 400.0f) : 0, width, height};
}

}  // namespace

const Module compare_module{
    .name = "compare",
    .label = "Compare",
    .tip = "two runs, tensor by tensor (9)",
    .also = "difference runs before after",
    .enter = [](State& state) { state.of<ComparisonView>().opened_on = 0; },
    .panels = panels,
    .measures = compare_measures,
};

}  // namespace vitrine
