#pragma once
/// The tabs of the views: some are always there, the other views are listed under More until the user has chosen them.

#include <string>
#include <vector>

#include "app/base/command.h"
#include "app/base/module.h"

namespace vitrine {

/// state.of<KeptTabs>(): the views from under More that the user has chosen by hand. They have a tab of their own from then on,
/// also in later sessions.
struct KeptTabs {
    std::vector<std::string> views;  ///< their names; names that no view has are ignored
};

bool keeps_tab(const State& state, const Module& view);

/// The views that are to have a tab, in their order: the main ones, those that were kept, and the shown one.
std::vector<const Module*> wanted_tabs(const State& state);

/// The user has chosen this view by hand: its tab stays. Nothing happens if it is always there, or if a lesson acts.
void keep_tab(State& state, const Module& view);

/// Puts a kept tab back under More. While its view is shown, the tab stays.
struct PutTabBack {
    View view;
};
void do_command(State& state, const PutTabBack& command);

/// Remembers which tabs were kept.
extern const Module tabs_module;

}  // namespace vitrine
