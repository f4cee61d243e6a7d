#pragma once
/// Putting a sentence of a decoding in place of the shown sentence, so that every view shows its run.

#include <string>

#include "app/state/state.h"
#include "core/decode/generation.h"
#include "core/model/batch_edit.h"

namespace vitrine {

/// The target of the run that chose a word: the words before that word, which is the last label. For bos, which no run has chosen,
/// the run that chooses the first word.
ReplaceTarget run_that_chose(const State& state, const Generation& generation, int node);

/// "show “Je suis”" for a node; of a long sentence its end.
std::string showing_words(const State& state, const Generation& generation, int node);

/// Puts this target in place of the shown sentence's; false if that is impossible. Repeated loads in the same place are one step of
/// the history.
bool load(State& state, const ReplaceTarget& run, const std::string& what);

/// True if the last loaded sentence is still the shown one, and nothing else was edited since.
bool goes_on_loading(const State& state);

}  // namespace vitrine
