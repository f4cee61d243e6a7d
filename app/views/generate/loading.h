#pragma once
/// A sentence of a decoding in the place of the one that is looked at, so that every view shows its run.

#include <string>

#include "app/state/state.h"
#include "core/decode/generation.h"
#include "core/model/batch_edit.h"

namespace vitrine {

/// The run that chose a word: its target is what stood before the word, and the word is the last label. Of bos, which nothing has
/// chosen, it is the run that chooses the first word.
ReplaceTarget run_that_chose(const State& state, const Generation& generation, int node);

/// "show “Je suis”" for a node, of a long sentence its end.
std::string showing_words(const State& state, const Generation& generation, int node);

/// Puts the run that chose a word in the place of the sentence that is looked at; false where that cannot be. One after another in
/// the same place is one step of the history.
bool load(State& state, const ReplaceTarget& run, const std::string& what);

/// True where what was loaded last still stands in the place that is looked at, and nothing was done since.
bool goes_on_loading(const State& state);

}  // namespace vitrine
