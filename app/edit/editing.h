#pragma once
/// Whether the run on the screen can be edited, and whether it is the one that its edits ask for.

#include <string>

#include "app/state/state.h"

namespace vitrine {

/// Why what is shown cannot be edited, as part of a sentence: a model in training goes on changing by itself, and of two runs that
/// are compared A is kept. Empty where it can, and where there is no run.
std::string edit_refusal(const State& state);

/// The same where there may be no run.
std::string why_not_edited(const State& state);

/// True where what is shown can be edited.
bool can_edit(const State& state);

/// True where this head is silent in the shown run, or is to be.
bool is_silenced(const State& state, const std::string& attention, Size head);

}  // namespace vitrine
