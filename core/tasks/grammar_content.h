#pragma once
/// What a sentence of the English-French grammar says, before it is said in either language, and how that is drawn.

#include "core/tasks/grammar_words.h"
#include "core/tensor/random.h"

namespace vitrine::grammar {

/// "the small black cat", or with an owner "the king's small black cat". What is absent is null; without a noun, it all is.
struct NounPhrase {
    const Determiner* determiner = nullptr;               ///< the owner's, where there is one: then the noun has none in English
    const Noun* owner = nullptr;                          ///< always one
    const Adjective *before = nullptr, *after = nullptr;  ///< the noun, in French; both before it in English
    const Noun* noun = nullptr;
    Number number = singular;

    bool is_present() const { return noun; }

    struct {
        int determiner, owner, possessive, before, after, noun;
    } places{};  ///< of its English words in their sentence, once they have been written
};

enum class Negation { none, never, simply };

/// "does not always want to see the dog", "is too big", "sleeps in the garden". What is absent is null.
struct VerbPhrase {
    Negation negation = Negation::none;
    const Phrase* adverb = nullptr;
    const Verb* helper = nullptr;  ///< can, want
    const Verb* verb = nullptr;    ///< null: to be
    const ObjectPronoun* pronoun = nullptr;
    NounPhrase object;
    const Phrase* degree = nullptr;
    const Adjective* adjective = nullptr;  ///< of to be
    const Phrase* preposition = nullptr;   ///< of the location
    NounPhrase location;

    struct {
        int negation, finite, to, infinitive, verb_preposition, adverb, pronoun, degree, adjective, preposition;
    } places{};
};

struct Clause {
    const SubjectPronoun* pronoun = nullptr;
    NounPhrase subject, other;  ///< the other is behind "and"
    bool has_relative = false;
    VerbPhrase relative;  ///< "that sees the dog"
    VerbPhrase main;

    struct {
        int pronoun, and_, relative;
    } places{};

    Person person() const;
    Gender gender() const;  ///< what agrees with a mixed company is masculine
};

Clause draw_clause(const Lexicon& lexicon, Random& random);

}  // namespace vitrine::grammar
