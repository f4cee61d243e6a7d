/// Rules of English and French that the sentences keep: articles, elision, contraction, agreement, denial.

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/core/tasks/english_french_pairs.h"

namespace vitrine::english_french_test {

namespace {

bool begins_with_any_of(std::string_view word, std::initializer_list<std::string_view> starts) {
    return std::ranges::any_of(starts, [&](std::string_view start) { return word.starts_with(start); });
}

/// Whether the words before it lose their vowel, as they do not before numbers such as onze.
bool elides(std::string_view word) {
    return begins_with_any_of(word, {"a", "e", "i", "o", "u", "h", "y", "A", "E", "I", "à", "â", "é", "ê", "î", "ô", "œ", "É"}) &&
           !is_any_of(word, {"huit", "onze", "yaourt", "yaourts", "haricots"});
}

/// Whether all pairs of neighbours satisfy the condition; the last word's neighbour is "".
template <class Condition>
bool all_neighbours(const Words& words, Condition&& holds) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!holds(words[i], i + 1 < words.size() ? words[i + 1] : "")) return false;
    }
    return true;
}

/// Whether a "pas" belongs to no verb: "pas vraiment", "désolé, pas aujourd'hui", "pourquoi pas".
bool denies_without_verb(const Drawn& drawn, std::size_t place) {
    if (drawn.french[place] != "pas") return false;
    if (place == 0 || drawn.french[place - 1] == "pourquoi") return true;
    return std::ranges::any_of(drawn.sources[place], [&](int source) {
        const auto at = static_cast<std::size_t>(source);
        return drawn.english[at] == "not" && at > 0 &&
               is_any_of(drawn.english[at - 1],
                         {"yes", "no", "sorry", "but", "OK", "hello", "hi", "thanks", "me", "course", "oh", "well"});
    });
}

}  // namespace

TEST_CASE("an stands before vowels, a before consonants") {
    CHECK(pairs_without([](const Drawn& drawn) {
              return all_neighbours(drawn.english, [](const std::string& word, const std::string& next) {
                  const bool vowel = (begins_with_any_of(next, {"a", "e", "i", "o", "u", "A", "E", "I"}) || next == "hour") &&
                                     next != "university" && next != "one";
                  return !(word == "a" && vowel) && !(word == "an" && !vowel);
              });
          }) == "");
}

TEST_CASE("a vowel elides the word before it, and nothing else does") {
    CHECK(pairs_without([](const Drawn& drawn) {
              return all_neighbours(drawn.french, [](const std::string& word, const std::string& next) {
                  if (word.ends_with("'")) return elides(next);
                  return !(is_any_of(word, {"le", "de", "ne", "je", "me", "te", "se", "que", "ce", "ma", "ta", "sa"}) &&
                           elides(next));
              });
          }) == "");
}

TEST_CASE("adjectives with a form of their own before vowels have it there alone") {
    CHECK(pairs_without([](const Drawn& drawn) {
              return all_neighbours(drawn.french, [](const std::string& word, const std::string& next) {
                  if (is_any_of(word, {"bel", "nouvel", "vieil", "cet"})) return elides(next);
                  return !(is_any_of(word, {"beau", "nouveau"}) &&
                           begins_with_any_of(next, {"homme", "oncle", "œuf", "hôtel", "arbre"}));
              });
          }) == "");
}

TEST_CASE("de and à contract with le and les where these are articles") {
    CHECK(pairs_without([](const Drawn& drawn) {
              for (std::size_t i = 0; i + 1 < drawn.french.size(); ++i) {
                  if (!is_any_of(drawn.french[i], {"de", "à"}) || !is_any_of(drawn.french[i + 1], {"le", "les"})) continue;
                  if (!drawn.stands_for(i + 1, {"him", "it", "them"})) return false;
              }
              return true;
          }) == "");
}

TEST_CASE("what follows a plural article or number is plural") {
    CHECK(pairs_without([](const Drawn& drawn) {
              for (std::size_t i = 0; i + 1 < drawn.french.size(); ++i) {
                  const bool is_pronoun = drawn.stands_for(i, {"them", "both"}) || std::ranges::count(drawn.french, "en") > 0;
                  const bool is_plural = is_any_of(drawn.french[i], {"les", "des", "ces", "mes", "tes", "ses", "nos", "deux"});
                  const char last = drawn.french[i + 1].back();
                  if (is_plural && !is_pronoun && !is_any_of(drawn.french[i + 1], {"heures", "?", "et"}) && last != 's' &&
                      last != 'x')
                      return false;
              }
              return true;
          }) == "");
}

TEST_CASE("denial has ne before the verb and its other half behind it, both standing for the same English words") {
    CHECK(
        pairs_without([](const Drawn& drawn) {
            std::multiset<std::set<int>> first, second;
            for (std::size_t i = 0; i < drawn.french.size(); ++i) {
                if (drawn.stands_for(i, {"I", "yet", "why", "do", "thank", "no", "worry", "care", "know", "understand", "think"}) &&
                    !is_any_of(drawn.french[i], {"ne", "n'", "pas"}))
                    continue;
                if (is_any_of(drawn.french[i], {"ne", "n'"})) first.insert(drawn.sources[i]);
                if (is_any_of(drawn.french[i], {"pas", "jamais", "rien"}) && !denies_without_verb(drawn, i) &&
                    !(drawn.french[i] == "rien" && drawn.stands_for(i, {"welcome"})))
                    second.insert(drawn.sources[i]);
            }
            return std::ranges::includes(first, second);
        }) == "");
}

TEST_CASE("verbs agree with the pronouns they follow") {
    CHECK(pairs_without([](const Drawn& drawn) {
              if (is_any_of(drawn.french.front(), {"ne", "n'"})) return true;  // an order: "ne nous aide pas"
              Words words = drawn.french;                                      // without anything between the pronoun and its verb
              const auto is_between = [](const std::string& word) {
                  return is_any_of(
                      word, {"ne", "n'", "le", "la", "l'", "les", "me", "m'", "te", "t'", "se", "s'", "lui", "leur", "y", "en"});
              };
              std::erase_if(words, is_between);
              if (words.size() > 2 && words[0] != "nous" && words[1] == "nous") words.erase(words.begin() + 1);  // "il nous voit"
              if (words.size() > 2 && words[0] == "nous" && words[1] == "nous") words.erase(words.begin());  // "nous nous levons"
              if (words.size() < 2) return true;
              if (words[0] == "nous") return words[1].ends_with("ons") || words[1] == "sommes";
              if (words[0] == "tu") return words[1].ends_with("s") || words[1].ends_with("x");
              if (words[0] == "ils") return words[1].ends_with("nt");
              if (is_any_of(words[0], {"il", "elle"})) return !words[1].ends_with("s") && !words[1].ends_with("x");
              return true;
          }) == "");
}

}  // namespace vitrine::english_french_test
