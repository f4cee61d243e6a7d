#pragma once
/// Finds the words of a vocabulary in a sentence as people type it: with capitals and marks of punctuation.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/vocabulary.h"

namespace vitrine {

/// A word of a typed text. Views point into the text or the vocabulary.
struct TypedWord {
    std::string_view typed;          ///< its part of the text
    std::string_view word;           ///< as the vocabulary spells it; an unknown word as it was typed
    std::optional<std::int32_t> id;  ///< nothing: the vocabulary lacks it
};

/// The words of a text. A part between two spaces is a word as it stands if the vocabulary has it so. Otherwise ’ is read as ',
/// small and capital letters are the same, marks of punctuation at the end are split off, and those that the vocabulary lacks are
/// left out; a part such as "l'eau" becomes two words if it has both. A part with any other unknown word stays whole.
std::vector<TypedWord> typed_words(std::string_view text, const Vocabulary& vocabulary);

/// The marks of punctuation in a text that typed_words() leaves out: each once, in the order of the text.
std::vector<std::string> marks_left_out(std::string_view text, const Vocabulary& vocabulary);

/// Whether a longer word of the vocabulary begins with these letters, large or small.
bool begins_a_word(std::string_view letters, const Vocabulary& vocabulary);

/// Words of the vocabulary that may have been meant by an unknown word: those that it begins, the shortest first, if it has two
/// letters or more, then the most similar ones. Words such as <pad> are never among them.
std::vector<std::string> words_near(std::string_view word, const Vocabulary& vocabulary, std::size_t count = 3);

}  // namespace vitrine
