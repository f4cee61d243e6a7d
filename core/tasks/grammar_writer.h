#pragma once
/// Writes a clause of the English-French grammar in each language.

#include "core/tasks/grammar_content.h"
#include "core/tasks/task.h"

namespace vitrine::grammar {

/// Appends the English words to the example's source, and records their positions in the clause.
void write_english(const Lexicon& lexicon, Clause& clause, Example& example);

/// Appends the French words to the example's target, and aligns each with its English words.
void write_french(const Lexicon& lexicon, const Clause& clause, Example& example);

}  // namespace vitrine::grammar
