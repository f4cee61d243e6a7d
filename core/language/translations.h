#pragma once
/// Finds what a language makes of a given sentence.

#include <set>
#include <span>
#include <vector>

#include "core/language/derivation.h"

namespace vitrine::language {

/// All translations of a source sentence, with or without its contractions; none if the language does not have the sentence. A
/// good language has one of each. Takes milliseconds.
std::set<std::vector<Word>> translations(const Language& language, std::span<const Word> source);

}  // namespace vitrine::language
