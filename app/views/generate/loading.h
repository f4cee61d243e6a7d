#pragma once
/// Loads a sentence of a decoding in place of the shown one, so that every view shows its run.

#include <string>

#include "app/state/state.h"
#include "core/decode/generation.h"
#include "core/model/batch_edit.h"

namespace vitrine {

/// The target for the run that chose a word: the words before it are the input, and the word is the last label. For bos, which no
/// run has chosen, the target for the run that chooses the first word.
ReplaceTarget run_that_chose(const State& state, const Generation& generation, int node);

/// The name of the history's step: "show “Je suis”" for a node. A long sentence is shortened to its end.
std::string showing_words(const State& state, const Generation& generation, int node);

/// Replaces the shown sentence's target by this one. Returns false if that is impossible. Repeated loads in the same place are a
/// single step of the history.
bool load(State& state, const ReplaceTarget& run, const std::string& what);

/// Whether the sentence loaded last is still shown, and nothing else has been edited since.
bool goes_on_loading(const State& state);

}  // namespace vitrine
