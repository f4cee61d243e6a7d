#pragma once
/// A clause of the English-French grammar, said in either language.

#include "core/tasks/grammar_content.h"
#include "core/tasks/task.h"

namespace vitrine::grammar {

/// Appends the English words to the example's source, and notes their places in the clause.
void write_english(const Lexicon& lexicon, Clause& clause, Example& example);

/// Appends the French words to the example's target, each aligned with what it stands for in English.
void write_french(const Lexicon& lexicon, const Clause& clause, Example& example);

}  // namespace vitrine::grammar
