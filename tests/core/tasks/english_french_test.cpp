/// What is drawn, and what is kept from training.

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "tests/core/tasks/english_french_pairs.h"

namespace vitrine::english_french_test {

namespace {

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

}  // namespace vitrine::english_french_test
