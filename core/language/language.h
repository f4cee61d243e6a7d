#pragma once
/// Two languages as one grammar: a rule writes the same constituents in both, each in its own order (a synchronous grammar), and
/// features keep the words of a sentence in agreement. A language is data; language_file.h reads it from a text file.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vitrine::language {

using Word = std::int32_t;  ///< an id in the vocabulary of its side
constexpr Word no_word = -1;

enum Side { source, target };

/// The values that a feature may still have, one bit each; several bits: not yet decided.
using Values = std::uint64_t;

/// The values that features such as "number" choose from.
struct Domain {
    std::vector<std::string> values;
    std::vector<std::uint32_t> weights;   ///< how often each is chosen where nothing else decides
    std::map<std::string, Values> named;  ///< by name: each value, and sets of several
};

struct Feature {
    std::string name;
    std::size_t domain;
};

/// A written word, and what stands instead where a vowel follows: "le" and "l'", "a" and "an".
struct Form {
    Word word = no_word, before_vowel = no_word;
    bool begins_with_vowel = false;
};

/// The first word of a form is the one that particles may be parted from: "look" and "for", "parler" and "à".
using Forms = std::vector<Form>;

/// A feature, by its place among those of a symbol, and the values that it must have.
struct Condition {
    std::size_t feature;
    Values values;
};
using Conditions = std::vector<Condition>;

/// An entry of the dictionary with all its forms.
struct Lexeme {
    std::string base;                             ///< in the source language: "look for"
    std::vector<Values> values;                   ///< for each feature of its symbol
    std::array<std::vector<Forms>, 2> inflected;  ///< [side][column]
    std::uint32_t weight = 1;
    int line = 0;
};

/// A feature within one rule. Constituents that name the same variable agree.
struct Variable {
    std::size_t domain;
    Values values;  ///< the values that the rule allows
};

struct Child {
    std::size_t symbol;
    std::vector<std::size_t> variables;  ///< for each feature of the symbol, the rule's variable
};

/// Which part of a constituent stands here: all of it, or what is before or after its gap.
enum class Part { whole, first, rest };

/// A word or a constituent on one side of a rule.
struct Item {
    static constexpr int none = -1;

    Form form{};       ///< of a word
    int child = none;  ///< of a constituent
    Part part = Part::whole;
    int group = none;          ///< words of a rule in one group mean the same
    int aligned_child = none;  ///< the word means the same as this constituent's head
};

/// One side of a rule. Its gap is where other words may come between, the end if it has none.
struct Pattern {
    std::vector<Item> items;
    std::size_t gap = 0;
};

struct Rule {
    std::vector<Variable> variables;  ///< the first ones are the features of its symbol
    std::vector<Child> children;      ///< in the order in which they are drawn
    std::array<Pattern, 2> patterns;  ///< [side]
    int head = Item::none;            ///< the child whose head is the head of the whole
    std::uint32_t weight = 1;
    bool is_held_out = false;        ///< no sentence with it is ever trained
    bool is_always_trained = false;  ///< no sentence with it is held out, so that all of its words are learned
    int line = 0;
};

/// A kind of constituent. It has rules, or it is a part of speech and has words.
struct Symbol {
    std::string name;
    std::vector<std::size_t> features;
    std::vector<Rule> rules;
    std::vector<Lexeme> lexemes;
    std::array<std::vector<Conditions>, 2> columns;  ///< [side]: when each column of forms is used; the first one otherwise
    int line = 0;

    bool is_part_of_speech() const { return rules.empty(); }
};

/// Two neighbouring words that are written differently: "de le" becomes "du", "si il" becomes "s' il".
struct Contraction {
    std::vector<Word> result;         ///< one word, or two
    std::size_t symbol = any_symbol;  ///< the part of speech of the second word
    static constexpr std::size_t any_symbol = static_cast<std::size_t>(-1);
};

/// The words of one language and how they meet.
struct Spelling {
    std::vector<std::string> words;  ///< begins with the special tokens
    std::map<std::string, Word> ids;
    std::vector<std::string> vowels;  ///< beginnings of words; "*" before a word turns it into the opposite
    std::map<std::pair<Word, Word>, std::vector<Contraction>> contractions;
    bool contracts_always = true;  ///< if not, every other time
};

struct Language {
    std::vector<Domain> domains;
    std::vector<Feature> features;
    std::vector<Symbol> symbols;  ///< the first one is the sentence
    std::array<Spelling, 2> spellings;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< parts of speech whose combinations may be held out, in this order
};

}  // namespace vitrine::language
