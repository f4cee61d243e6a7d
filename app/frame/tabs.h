#pragma once
/// The tabs of the views in the top bar; the views without one are listed under More, behind the last tab.

#include "app/panel/panel.h"

namespace vitrine {

/// The tabs for which there is room, without More.
struct TabRow {
    std::vector<const Module*> tabs = {};  ///< from left to right; empty: not even the main ones fit
    float width = 0;                       ///< with More
};

/// If there is too little room, kept tabs go back under More first, the last one before the others; that of the shown view stays.
TabRow tabs_within(const Ui& ui, float room, const State& state);

void draw_tabs(Ui& ui, ImVec2 corner, const TabRow& row, const State& state, Commands& commands);

}  // namespace vitrine
