#include "app/panel/figure.h"

#include <algorithm>

namespace vitrine {

std::vector<const FigureKind*> figure_kinds(const State& state) {
    std::vector<const FigureKind*> shown, others;
    for (const Module* module : state.modules) {
        if (!module->figures) continue;
        auto& kinds = module->name == state.view.name ? shown : others;
        for (const FigureKind& kind : module->figures()) kinds.push_back(&kind);
    }
    shown.insert(shown.end(), others.begin(), others.end());
    return shown;
}

const FigureKind* find_figure(const State& state, std::string_view name) {
    const std::vector<const FigureKind*> kinds = figure_kinds(state);
    const auto found = std::ranges::find(kinds, name, &FigureKind::name);
    return found == kinds.end() ? nullptr : *found;
}

}  // namespace vitrine
