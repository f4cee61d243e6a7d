#pragma once
/// The words of the English-French grammar: all forms in both languages, and what they combine with.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vitrine::grammar {

using Word = std::int32_t;  ///< an id in the vocabulary of its language
constexpr Word no_word = -1;

enum Number { singular, plural };
enum Gender { masculine, feminine };
enum Person { first_singular, third_singular, first_plural, third_plural };

inline Number number_of(Person who) { return who == first_plural || who == third_plural ? plural : singular; }
inline bool is_first(Person who) { return who == first_singular || who == first_plural; }

/// The meaning of a noun, so that people read books but cats do not. Several kinds are combined by addition.
enum Kind : unsigned {
    person = 1,
    animal = 2,
    food = 4,
    text = 8,
    thing = 16,
    place = 32,
    living = person + animal,
    anything = living + food + text + thing + place
};

struct Noun {
    std::array<Word, 2> english, french;  ///< [number]
    Gender gender;
    unsigned kind;
};

struct Adjective {
    Word english;
    std::array<std::array<Word, 2>, 2> french;  ///< [gender][number]
    Word before_vowel;                          ///< masculine singular: "vieil"
    bool precedes;                              ///< stands before its noun in French
    unsigned kinds;

    bool tells_gender() const { return french[masculine] != french[feminine]; }
};

struct Verb {
    Word base, with_s, preposition;  ///< "look", "looks", "for" or no_word
    std::array<Word, 4> french;      ///< [person]
    Word infinitive;
    unsigned subjects, objects;  ///< kinds; objects 0: takes none
    bool is_feeling;             ///< takes definite objects only: "love any cats" is not drawn
};

/// The role of a noun phrase, which decides its possible determiners. Several roles are combined by addition.
enum Role : unsigned {
    subject = 1,
    negated_subject = 2,
    object = 4,
    negated_object = 8,
    object_of_feeling = 16,
    location = 32,
    owner = 64,
    any_subject = subject + negated_subject,
    any_role = any_subject + object + negated_object + object_of_feeling + location + owner
};

struct Determiner {
    std::array<Word, 2> english;                ///< [number], no_word if there is none
    std::array<std::array<Word, 2>, 2> french;  ///< [gender][number]
    Word link;                                  ///< "de" after "beaucoup", mostly no_word
    unsigned roles;
    std::uint64_t weight;  ///< relative frequency
};

struct SubjectPronoun {
    Word english, french;
    Person person;
    Gender gender;  ///< not used in the first person, which does not show it
};

struct ObjectPronoun {
    Word english, french;
    bool first_person;  ///< "me", "us"
};

/// One or several words in each language: "in front of" and "devant", "near" and "près de".
struct Phrase {
    std::vector<Word> english, french;
};

/// The vocabulary of one language, which begins with three special tokens, and rules for adjacent words.
class Language {
public:
    enum class H { sounded, mute };
    explicit Language(H h);

    /// Adds a word, or finds its id. An asterisk before a word, as in dictionaries, means that its h is not treated like a vowel:
    /// "*héros".
    Word add(const std::string& word);
    void add_before_vowel(const std::string& word, const std::string& before_vowel);
    void add_contraction(const std::string& first, const std::string& second, const std::string& contracted);

    bool starts_with_vowel(Word word) const { return starts_with_vowel_[static_cast<std::size_t>(word)]; }
    Word before_vowel(Word word) const { return before_vowel_[static_cast<std::size_t>(word)]; }
    Word contraction(Word first, Word second) const;  ///< no_word if the two do not contract

    const std::vector<std::string>& words() const { return words_; }

private:
    H h_;
    std::vector<std::string> words_;
    std::vector<bool> starts_with_vowel_;
    std::vector<Word> before_vowel_;  // [word], the word itself if it does not change
    std::map<std::string, Word> ids_;
    std::map<std::pair<Word, Word>, Word> contractions_;
};

/// All words and their usage. Its parts point to each other, so it must not move.
struct Lexicon {
    Lexicon();
    Lexicon(const Lexicon&) = delete;
    Lexicon& operator=(const Lexicon&) = delete;

    Language english{Language::H::sounded}, french{Language::H::mute};
    std::vector<Noun> nouns;
    std::vector<Adjective> adjectives;
    std::vector<Verb> verbs;
    std::vector<Determiner> determiners;
    std::vector<SubjectPronoun> subject_pronouns;
    std::vector<ObjectPronoun> object_pronouns;
    std::vector<Phrase> adverbs, degrees, prepositions;

    Verb can, want;
    std::array<Word, 4> be, do_, etre;  ///< [person]
    const Determiner *the, *a, *some;
    Word not_, never, to, and_, possessive, who, that;  // English
    Word ne, pas, jamais, et, qui, de;                  // French
};

}  // namespace vitrine::grammar
