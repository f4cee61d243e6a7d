#pragma once
/// Why something cannot be done now, as part of a sentence; empty if it can.

#include "app/state/state.h"

namespace vitrine {

inline std::string needs_run(const State& state) { return state.run ? "" : "no model is open"; }

inline std::string needs_view(const State& state, View view) {
    if (!state.run) return needs_run(state);
    return state.view == view ? "" : "this is only for the view " + std::string(module_of(state.modules, view).label);
}

inline std::string needs_cell(const State& state) {
    if (!state.run) return needs_run(state);
    return state.selection.cell ? "" : "no number is selected";
}

}  // namespace vitrine
