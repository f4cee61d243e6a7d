#pragma once
/// Helpers for tests of tasks: examples as texts, lines of two languages, and many draws.

#include <string>
#include <utility>
#include <vector>

#include "core/tasks/task.h"

namespace vitrine::test {

/// The words of a sentence with spaces between them.
inline std::string text_of(const Sentence& sentence, const Vocabulary& vocabulary) {
    std::string text;
    for (const std::int32_t id : sentence) text += (text.empty() ? "" : " ") + vocabulary.word(id);
    return text;
}

/// The number written with the digits from `first` to before `last`.
inline long number_of(const Sentence& sentence, const Vocabulary& vocabulary, std::size_t first, std::size_t last) {
    std::string digits;
    for (std::size_t i = first; i < last; ++i) digits += vocabulary.word(sentence[i]);
    return std::stol(digits);
}

using Lines = std::vector<std::pair<std::string, std::string>>;

/// So many different lines with two words on each side: "word12 w" and "mot12 m".
inline Lines numbered_lines(int count) {
    Lines lines;
    for (int i = 0; i < count; ++i) lines.emplace_back("word" + std::to_string(i) + " w", "mot" + std::to_string(i) + " m");
    return lines;
}

/// Draws so many examples of an endless task and calls body(example) for each.
template <class Body>
void for_draws(const Task& task, int count, Body&& body) {
    Random random(17);
    Example example;
    for (int i = 0; i < count; ++i) {
        task.draw(random, example);
        body(example);
    }
}

/// The source without <s> and </s>.
inline Sentence inner(const Sentence& source) { return Sentence(source.begin() + 1, source.end() - 1); }

}  // namespace vitrine::test
