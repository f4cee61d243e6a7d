#include <algorithm>
#include <array>
#include <numeric>

#include "core/tasks/task_builders.h"

namespace vitrine {

namespace {

constexpr std::string_view letters = "abcdefgh", digits = "0123456789";

/// The number of symbols in a sequence, without <s> and </s>.
struct Lengths {
    Size shortest = 1, longest = 10;
};

/// Draws a source of random symbols between <s> and </s>; the caller sets the target.
Task sequence_task(std::string_view symbols, Lengths lengths, void (*answer)(Example&)) {
    Task task;
    task.source_vocabulary = task.target_vocabulary = vocabulary_of_characters(symbols);
    task.longest_source = lengths.longest + 2;
    task.longest_target = lengths.longest;
    const std::int32_t first = task.tokens.eos + 1;
    make_endless(task, [=, tokens = task.tokens](Random& random, Example& example) {
        const Size spread = lengths.longest - lengths.shortest + 1;
        const Size length = lengths.shortest + static_cast<Size>(random.below(static_cast<std::uint64_t>(spread)));
        example.source.assign(static_cast<std::size_t>(length) + 2, tokens.bos);
        for (Size i = 1; i <= length; ++i)
            example.source[static_cast<std::size_t>(i)] = first + static_cast<std::int32_t>(random.below(symbols.size()));
        example.source.back() = tokens.eos;
        example.target.assign(example.source.begin() + 1, example.source.end() - 1);
        example.alignment.clear();
        answer(example);
    });
    return task;
}

void copy(Example& example) {
    for (int i = 0; i < std::ssize(example.target); ++i) example.alignment.emplace_back(i, i + 1);
}

void reverse(Example& example) {
    const int length = static_cast<int>(example.target.size());
    std::reverse(example.target.begin(), example.target.end());
    for (int i = 0; i < length; ++i) example.alignment.emplace_back(i, length - i);
}

void sort(Example& example) {
    std::sort(example.target.begin(), example.target.end());
    for (int i = 0; i < std::ssize(example.target); ++i) {
        for (int j = 0; j < std::ssize(example.source); ++j) {
            const bool same = example.target[static_cast<std::size_t>(i)] == example.source[static_cast<std::size_t>(j)];
            if (same) example.alignment.emplace_back(i, j);
        }
    }
}

}  // namespace

Task copy_task() { return sequence_task(letters, {.shortest = 8, .longest = 8}, copy); }

Task reverse_task() { return sequence_task(letters, {}, reverse); }

Task sort_task() { return sequence_task(digits, {}, sort); }

}  // namespace vitrine
