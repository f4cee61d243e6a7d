#include "app/panel/figure.h"

#include <algorithm>

#include "app/export/figure_export.h"

namespace vitrine {

std::vector<const FigureKind*> figure_kinds(const State& state) {
    std::vector<const FigureKind*> kinds;
    for (const Module* module : state.modules) {
        if (!module->figures) continue;
        for (const FigureKind& kind : module->figures()) kinds.push_back(&kind);
    }
    return kinds;
}

std::vector<const FigureKind*> offered_figures(const State& state) {
    std::vector<const FigureKind*> kinds, more;
    for (const Module* module : state.modules) {
        const bool shown = module->name == state.view.name, of_selection = module->name == View::tensors.name;
        if (!module->figures || !(shown || of_selection)) continue;
        for (const FigureKind& kind : module->figures()) {
            if (kind.refusal(state).empty()) (shown ? kinds : more).push_back(&kind);
        }
    }
    kinds.insert(kinds.end(), more.begin(), more.end());
    return kinds;
}

const FigureKind* chosen_figure(const State& state) {
    const std::vector<const FigureKind*> kinds = offered_figures(state);
    if (kinds.empty()) return nullptr;
    const auto found = std::ranges::find(kinds, state.of<FigureExport>().choices.kind, &FigureKind::name);
    return found == kinds.end() ? kinds.front() : *found;
}

const FigureKind* find_figure(const State& state, std::string_view name) {
    const std::vector<const FigureKind*> kinds = figure_kinds(state);
    const auto found = std::ranges::find(kinds, name, &FigureKind::name);
    return found == kinds.end() ? nullptr : *found;
}

}  // namespace vitrine
