#pragma once
/// Pairs of sentences that the task english-french draws, as words with what each stands for, and a search among thousands.

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/tasks/task_builders.h"
#include "tests/core/tasks/task_examples.h"

namespace vitrine::english_french_test {
using namespace vitrine::test;

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

inline Words words_of(const Sentence& sentence, const Vocabulary& vocabulary) {
    Words words;
    for (const std::int32_t id : sentence) words.push_back(vocabulary.word(id));
    return words;
}

inline const Task& task() {
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

inline bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace vitrine::english_french_test
