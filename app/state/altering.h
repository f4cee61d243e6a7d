#pragma once
/// Runs that somebody has altered by hand: making them, and saying what has been done to them.

#include <string>

#include "app/state/state.h"
#include "core/trace/alterations.h"

namespace vitrine {

/// The same model on the same sentences with these interventions and no others; begins with what the run has computed already.
/// Throws Error where an intervention has no place in it.
std::shared_ptr<const Run> with_interventions(const std::shared_ptr<const Run>& run, const Interventions& interventions);

/// The run as the model makes it: itself, or the one it was altered from.
std::shared_ptr<const Run> untouched(const std::shared_ptr<const Run>& run);

/// True where altering a run takes so little time that the next frame may wait for it.
bool alters_at_once(const Run& run);

/// True where what is open can be altered: a model in training goes on changing by itself.
bool can_alter(const State& state);

/// True while the run on the screen is not yet the one that is wanted.
bool lacks_alteration(const State& state);

/// True where this head is to be silent.
bool is_silenced(const State& state, const std::string& attention, Size head);

/// What a run's tensor is: untouched, set by hand, or changed because of something that was.
Alteration alteration_of(const Run& run, const std::string& path);

/// The same of a step: its most altered tensor.
Alteration alteration_of(const Run& run, const Step& step);

/// "head 2 of self-attention in encoder layer 1 is silenced": everything that has been done to a run; empty where nothing has.
std::string alterations_text(const Run& run);

/// The same in one line: of several things only how many they are.
std::string alterations_summary(const Run& run);

/// True where a cell does not hold the number that the untouched run has there.
bool is_changed(const Run& run, const std::string& path, const Index& cell);

}  // namespace vitrine
