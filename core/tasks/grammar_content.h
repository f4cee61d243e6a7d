#pragma once
/// The content of a sentence of the English-French grammar, independent of the language, and how it is drawn.

#include "core/tasks/grammar_words.h"
#include "core/tensor/random.h"

namespace vitrine::grammar {

/// "the small black cat" or, with an owner, "the king's small black cat". Parts that are absent are null; without a noun, all
/// are.
struct NounPhrase {
    const Determiner* determiner = nullptr;  ///< the owner's, if there is one; then the noun has none of its own in English
    const Noun* owner = nullptr;             ///< always singular
    const Adjective *before = nullptr,
                    *after = nullptr;  ///< adjectives before and after the noun in French; both precede it in English
    const Noun* noun = nullptr;
    Number number = singular;

    bool is_present() const { return noun; }

    struct {
        int determiner, owner, possessive, before, after, noun;
    } places{};  ///< positions of its English words in the sentence, set when they are written
};

enum class Negation { none, never, simply };

/// "does not always want to see the dog", "is too big", "sleeps in the garden". Absent parts are null.
struct VerbPhrase {
    Negation negation = Negation::none;
    const Phrase* adverb = nullptr;
    const Verb* helper = nullptr;  ///< can, want
    const Verb* verb = nullptr;    ///< null: to be
    const ObjectPronoun* pronoun = nullptr;
    NounPhrase object;
    const Phrase* degree = nullptr;
    const Adjective* adjective = nullptr;  ///< with "to be"
    const Phrase* preposition = nullptr;   ///< of the location
    NounPhrase location;

    struct {
        int negation, finite, to, infinitive, verb_preposition, adverb, pronoun, degree, adjective, preposition;
    } places{};
};

struct Clause {
    const SubjectPronoun* pronoun = nullptr;
    NounPhrase subject, other;  ///< the other one comes after "and"
    bool has_relative = false;
    VerbPhrase relative;  ///< "that sees the dog"
    VerbPhrase main;

    struct {
        int pronoun, and_, relative;
    } places{};

    Person person() const;
    Gender gender() const;  ///< masculine for a mixed group
};

Clause draw_clause(const Lexicon& lexicon, Random& random);

}  // namespace vitrine::grammar
