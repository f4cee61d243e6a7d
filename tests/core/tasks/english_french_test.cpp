#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <set>
#include <string_view>

#include <doctest/doctest.h>

#include "core/tasks/task_builders.h"
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

const Task& task() {
    static const Task made = make_task("english-french");
    return made;
}

/// Calls body(drawn) for thousands of draws.
template <class Body>
void for_pairs(Body&& body) {
    for_draws(task(), 20'000, [&](const Example& example) {
        Drawn drawn{words_of(inner(example.source), task().source_vocabulary), words_of(example.target, task().target_vocabulary),
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

/// Neighbours of which one in ten is held out: some adjectives and nouns, some nouns and verbs.
std::set<std::pair<std::string, std::string>> unseen_pairs() {
    const std::set<std::string> adjectives{"black", "white", "small", "big", "new", "old", "beautiful", "young", "red", "good"},
        nouns{"cat", "dog", "house", "garden", "book", "man", "woman", "friend", "teacher", "horse"},
        verbs{"sleeps", "eats", "sings", "works", "sees", "likes"};
    std::set<std::pair<std::string, std::string>> unseen;
    const auto add_unseen = [&](const std::string& first, const std::string& second, std::string_view base) {
        const std::array<std::string_view, 2> bases{std::min<std::string_view>(first, base),
                                                    std::max<std::string_view>(first, base)};
        if (is_held_out(bases)) unseen.insert({first, second});
    };
    for (const std::string& noun : nouns) {
        for (const std::string& adjective : adjectives) add_unseen(adjective, noun, noun);
        for (const std::string& verb : verbs) add_unseen(noun, verb, std::string_view(verb).substr(0, verb.size() - 1));
    }
    return unseen;
}

}  // namespace

TEST_CASE("every English sentence has one French translation, and nothing that is held out is trained") {
    std::map<Sentence, Sentence> translations;
    std::set<Sentence> held_out;
    for (const Example& example : task().held_out) held_out.insert(example.source);
    const std::set<std::pair<std::string, std::string>> unseen = unseen_pairs();
    CHECK(unseen.size() > 10);
    CHECK(unseen.size() < 100);
    int others = 0, drawn_held_out = 0, drawn_unseen = 0;
    for_draws(task(), 200'000, [&](const Example& example) {
        others += translations.emplace(example.source, example.target).first->second != example.target;
        drawn_held_out += held_out.contains(example.source);
        const Words words = words_of(example.source, task().source_vocabulary);
        for (std::size_t i = 0; i + 1 < words.size(); ++i) drawn_unseen += unseen.contains({words[i], words[i + 1]});
    });
    CHECK(others == 0);
    CHECK(drawn_held_out == 0);
    CHECK(drawn_unseen == 0);
    CHECK(translations.size() > 80'000);
}

TEST_CASE("every word is among the trained ones") {
    std::set<std::int32_t> english, french;
    Random random(5);
    Example example;
    const auto are_complete = [&] {  // but for <pad>, and in the target <s> and </s>
        return english.size() + 1 == task().source_vocabulary.words().size() &&
               french.size() + 3 == task().target_vocabulary.words().size();
    };
    for (int i = 0; i < 1'000'000 && !are_complete(); ++i) {
        task().draw(random, example);
        english.insert(example.source.begin(), example.source.end());
        french.insert(example.target.begin(), example.target.end());
    }
    CHECK(are_complete());
}

TEST_CASE("every French word stands for an English one, and every English word but a few small ones for a French one") {
    CHECK(pairs_without([](const Drawn& drawn) {
              std::set<int> aligned;
              for (std::size_t i = 0; i < drawn.french.size(); ++i) {
                  const std::set<int>& sources = drawn.sources[i];
                  if (drawn.french[i] == "?" && sources.empty()) continue;
                  if (sources.empty() || *sources.begin() < 0 || *sources.rbegin() >= std::ssize(drawn.english)) return false;
                  aligned.insert(sources.begin(), sources.end());
              }
              for (int i = 0; i < std::ssize(drawn.english); ++i) {
                  const bool helps = is_any_of(drawn.english[static_cast<std::size_t>(i)],
                                               {"do", "does", "did", "to", "a", "an", "am", "is", "are", "has", "have", "?"});
                  if (!aligned.contains(i) && !helps) return false;
              }
              return true;
          }) == "");
}

TEST_CASE("a question mark is no word: nothing is aligned with it") {
    CHECK(pairs_without([](const Drawn& drawn) {
              for (std::size_t i = 0; i < drawn.french.size(); ++i) {
                  if (drawn.stands_for(i, {"?"}) || (drawn.french[i] == "?" && !drawn.sources[i].empty())) return false;
              }
              return true;
          }) == "");
}

TEST_CASE("words of one meaning are aligned") {
    const std::map<std::string_view, std::string_view> expected{
        {"noir", "black"},   {"noire", "black"},   {"chien", "dog"},    {"maison", "house"},    {"pas", "not"},
        {"jamais", "never"}, {"dort", "sleeps"},   {"mange", "eat"},    {"demain", "tomorrow"}, {"hier", "yesterday"},
        {"très", "very"},    {"pourquoi", "why"},  {"combien", "how"},  {"jeudi", "Thursday"},  {"trente-cinq", "thirty-five"},
        {"aller", "go"},     {"souvent", "often"}, {"nouvelle", "new"}, {"école", "school"},    {"voitures", "cars"},
    };
    std::map<std::string_view, int> met;
    for_pairs([&](const Drawn& drawn) {
        for (const auto& [french, english] : expected) {
            const auto from = std::ranges::find(drawn.english, english);
            const auto to = std::ranges::find(drawn.french, french);
            if (from == drawn.english.end() || to == drawn.french.end() || std::ranges::count(drawn.english, english) > 1) continue;
            if (std::ranges::count(drawn.french, french) > 1) continue;
            met[french] += drawn.stands_for(static_cast<std::size_t>(to - drawn.french.begin()), {english});
        }
    });
    for (const auto& pair : expected) {
        CAPTURE(pair.first);
        CHECK(met[pair.first] > 0);
    }
}

TEST_CASE("what is held out is unseen: sentences, pairs of words, a shape") {
    std::map<Unseen, int> count;
    REQUIRE(task().held_out_kinds.size() == task().held_out.size());
    for (const Unseen kind : task().held_out_kinds) ++count[kind];
    CHECK(count[Unseen::sentence] == 128);
    CHECK(count[Unseen::pair] == 64);
    CHECK(count[Unseen::shape] == 64);
    CHECK(std::ranges::is_sorted(task().held_out_kinds));
}

TEST_CASE("an unseen shape is the relative clause of the object in a negated past") {
    int others = 0;
    for (std::size_t i = 0; i < task().held_out.size(); ++i) {
        if (task().held_out_kinds[i] != Unseen::shape) continue;
        const std::string english = " " + text_of(task().held_out[i].source, task().source_vocabulary) + " ";
        const auto has = [&](const char* word) { return english.find(word) != std::string::npos; };
        others += !(has(" did not ") || has(" didn't ")) || !(has(" that") || has(" who"));
    }
    CHECK(others == 0);
}

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
                  const bool is_pronoun = drawn.stands_for(i, {"them"}) || std::ranges::count(drawn.french, "en") > 0;
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
                if (is_any_of(drawn.french[i], {"pas", "jamais", "rien", "plus"}) && drawn.french[i] != "plus" &&
                    !(drawn.french[i] == "pas" && (i == 0 || drawn.french[i - 1] == "pourquoi")) &&
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
