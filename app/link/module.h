#pragma once
/// The module record of links.

#include "app/base/module.h"

namespace vitrine {

extern const Module link_module;

/// The actions Copy link and Open a link …
std::vector<Action> link_actions(const Module& own);

/// Begins the lesson of a link when its sample is open, notes what a step has made, and restores what the link says beyond the
/// lesson.
void pass_link_time(State& state, double seconds);

/// Whether anything of this is still to be done.
bool link_is_moving(const State& state);

}  // namespace vitrine
