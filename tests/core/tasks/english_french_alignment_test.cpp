/// Which English words a French one stands for.

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/core/tasks/english_french_pairs.h"

namespace vitrine::english_french_test {

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

}  // namespace vitrine::english_french_test
