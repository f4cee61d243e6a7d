#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/core/tasks/task_examples.h"

namespace vitrine::english_french_test {
using namespace vitrine::test;

namespace {

using Words = std::vector<std::string>;

/// A drawn pair as words, the source without <s> and </s>.
struct Drawn {
    Words english, french;
    std::vector<std::set<int>> sources;  ///< for each French word, the English words that it translates

    /// Whether a French word translates one of these English words.
    bool stands_for(std::size_t place, std::initializer_list<std::string_view> words) const {
        return std::ranges::any_of(sources[place], [&](int source) {
            return std::ranges::find(words, english[static_cast<std::size_t>(source)]) != words.end();
        });
    }
};

Words words_of(const Sentence& sentence, const Vocabulary& vocabulary) {
    Words words;
    for (const std::int32_t id : sentence) words.push_back(vocabulary.word(id));
    return words;
}

/// Calls body(drawn) for thousands of draws.
template <class Body>
void for_pairs(Body&& body) {
    static const Task task = make_task("english-french");
    for_draws(task, 20'000, [&](const Example& example) {
        Drawn drawn{words_of(inner(example.source), task.source_vocabulary), words_of(example.target, task.target_vocabulary),
                    std::vector<std::set<int>>(example.target.size())};
        for (const auto& [target, source] : example.alignment) drawn.sources[static_cast<std::size_t>(target)].insert(source - 1);
        body(drawn);
    });
}

/// The first few of thousands of pairs for which the condition does not hold.
template <class Condition>
std::string pairs_without(Condition&& holds) {
    std::string pairs;
    for_pairs([&](const Drawn& drawn) {
        if (pairs.size() > 300 || holds(drawn)) return;
        for (const Words* words : {&drawn.english, &drawn.french}) {
            for (const std::string& word : *words) pairs += word + " ";
            pairs += "| ";
        }
    });
    return pairs;
}

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

bool begins_with_any_of(std::string_view word, std::initializer_list<std::string_view> starts) {
    return std::ranges::any_of(starts, [&](std::string_view start) { return word.starts_with(start); });
}

/// Whether the words before it lose their vowel, as they do not before héros and hibou.
bool elides(std::string_view word) {
    return begins_with_any_of(word, {"a", "e", "i", "o", "u", "h", "â", "é", "ê", "î", "ô", "œ"}) &&
           !begins_with_any_of(word, {"héros", "hibou"});
}

/// Whether all pairs of neighbours satisfy the condition; the last word's neighbour is "".
template <class Condition>
bool all_neighbours(const Words& words, Condition&& holds) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!holds(words[i], i + 1 < words.size() ? words[i + 1] : "")) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("every English sentence has one French translation, and there are many thousands") {
    std::map<Words, Words> translations;
    CHECK(pairs_without([&](const Drawn& drawn) {
              return translations.emplace(drawn.english, drawn.french).first->second == drawn.french;
          }) == "");
    CHECK(translations.size() > 10'000);
}

TEST_CASE("every French word stands for an English one, and every English word but does for a French one") {
    CHECK(pairs_without([](const Drawn& drawn) {
              std::set<int> aligned;
              for (const auto& sources : drawn.sources) {
                  if (sources.empty() || *sources.begin() < 0 || *sources.rbegin() >= std::ssize(drawn.english)) return false;
                  aligned.insert(sources.begin(), sources.end());
              }
              for (int i = 0; i < std::ssize(drawn.english); ++i) {
                  const bool helps = is_any_of(drawn.english[static_cast<std::size_t>(i)], {"do", "does"});
                  if (aligned.contains(i) == helps) return false;
              }
              return true;
          }) == "");
}

TEST_CASE("an stands before vowels, a before consonants") {
    CHECK(pairs_without([](const Drawn& drawn) {
              return all_neighbours(drawn.english, [](const std::string& word, const std::string& next) {
                  const bool vowel = begins_with_any_of(next, {"a", "e", "i", "o", "u", "I"});
                  return !(word == "a" && vowel) && !(word == "an" && !vowel);
              });
          }) == "");
}

TEST_CASE("a vowel elides the word before it, and nothing else does") {
    CHECK(pairs_without([](const Drawn& drawn) {
              return all_neighbours(drawn.french, [](const std::string& word, const std::string& next) {
                  if (word.ends_with("'")) return elides(next);
                  return !(is_any_of(word, {"le", "la", "de", "ne", "je", "me", "ce", "ma", "sa"}) && elides(next));
              });
          }) == "");
}

TEST_CASE("adjectives with a form of their own before vowels have it there alone") {
    CHECK(pairs_without([](const Drawn& drawn) {
              return all_neighbours(drawn.french, [](const std::string& word, const std::string& next) {
                  if (is_any_of(word, {"bel", "nouvel", "vieil", "cet"})) return elides(next);
                  const bool noun_follows = begins_with_any_of(next, {"homme", "oncle", "âne", "œuf", "hôtel", "arbre"});
                  return !(is_any_of(word, {"beau", "nouveau"}) && noun_follows);
              });
          }) == "");
}

TEST_CASE("de contracts with le and les") {
    CHECK(pairs_without([](const Drawn& drawn) {
              return all_neighbours(drawn.french, [](const std::string& word, const std::string& next) {
                  return !(word == "de" && is_any_of(next, {"le", "les"})) && !(word == "du" && elides(next));
              });
          }) == "");
}

TEST_CASE("what follows a plural article or number is plural") {
    CHECK(pairs_without([](const Drawn& drawn) {
              for (std::size_t i = 0; i + 1 < drawn.french.size(); ++i) {
                  const bool is_pronoun = drawn.stands_for(i, {"them"});
                  const bool is_plural = is_any_of(drawn.french[i], {"les", "des", "ces", "mes", "ses", "nos", "deux"});
                  const char last = drawn.french[i + 1].back();
                  if (is_plural && !is_pronoun && last != 's' && last != 'x') return false;
              }
              return true;
          }) == "");
}

TEST_CASE("some is de before an adjective, des before a noun") {
    CHECK(pairs_without([](const Drawn& drawn) {
              const std::initializer_list<std::string_view> before{"petit", "grand", "jeune", "vieux", "vieil",
                                                                   "nouv",  "beau",  "bel",   "bon"};
              for (std::size_t i = 0; i + 1 < drawn.french.size(); ++i) {
                  if (!drawn.stands_for(i, {"some"})) continue;
                  if (drawn.french[i] != (begins_with_any_of(drawn.french[i + 1], before) ? "de" : "des")) return false;
              }
              return true;
          }) == "");
}

TEST_CASE("denial has ne before the verb and pas or jamais behind it, both standing for one English word") {
    CHECK(pairs_without([](const Drawn& drawn) {
              std::vector<std::set<int>> first, second;
              for (std::size_t i = 0; i < drawn.french.size(); ++i) {
                  if (is_any_of(drawn.french[i], {"ne", "n'"})) first.push_back(drawn.sources[i]);
                  if (is_any_of(drawn.french[i], {"pas", "jamais"})) second.push_back(drawn.sources[i]);
                  if (drawn.french[i] == "pas" && !drawn.stands_for(i, {"not"})) return false;
                  if (drawn.french[i] == "jamais" && !drawn.stands_for(i, {"never"})) return false;
              }
              return first == second;
          }) == "");
}

TEST_CASE("verbs agree with the pronouns they follow") {
    CHECK(pairs_without([](const Drawn& drawn) {
              Words words = drawn.french;  // without anything between the pronoun and its verb
              const auto is_between = [](const std::string& word) {
                  return is_any_of(word, {"ne", "n'", "le", "la", "l'", "les", "me", "m'"});
              };
              std::erase_if(words, is_between);
              if (words.size() > 2 && words[0] != "nous" && words[1] == "nous") words.erase(words.begin() + 1);  // "il nous voit"
              if (words.size() < 2) return false;
              if (words[0] == "nous") return words[1].ends_with("ons") || words[1] == "sommes";
              if (is_any_of(words[0], {"il", "elle"})) return !words[1].ends_with("s") && !words[1].ends_with("x");
              return true;
          }) == "");
}

}  // namespace vitrine::english_french_test
