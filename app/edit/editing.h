#pragma once
/// Whether the shown run can be edited.

#include <string>

#include "app/state/state.h"

namespace vitrine {

/// Why the shown run cannot be edited, as part of a sentence: a model in training changes by itself, and run A of a comparison is
/// kept. Empty if it can be edited, and if there is no run.
std::string edit_refusal(const State& state);

/// The same, but without a run says that no model is open.
std::string why_not_edited(const State& state);

bool can_edit(const State& state);

/// Why its tokens cannot be edited: a reason against any edit, or that the tokens are only names of vectors. Requires: a run is
/// shown.
std::string token_refusal(const State& state);

/// What Undo and Redo would do, in words: "silence head 2", "back to sample translation"; empty: nothing.
std::string undo_words(const State& state);
std::string redo_words(const State& state);

/// True if this head is silenced, or is to be, in the shown run.
bool is_silenced(const State& state, const std::string& attention, Size head);

}  // namespace vitrine
