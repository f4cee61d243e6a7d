#include <algorithm>
#include <array>
#include <numeric>

#include "core/tasks/task_builders.h"

namespace vitrine {

namespace {

constexpr std::string_view letters = "abcdefgh", alphabet = "abcdefghijklmnopqrstuvwxyz", digits = "0123456789";

/// The number of symbols in a sequence, without <s> and </s>, and whether all of them are different.
struct SequenceKind {
    Size shortest = 1, longest = 10;
    bool distinct = false;
};

/// Draws random symbols, with ids from `first` on. Requires, if they are to be different: there are as many symbols.
void draw_symbols(Random& random, std::int32_t first, std::size_t symbols, bool distinct, std::span<std::int32_t> sequence) {
    for (auto next = sequence.begin(); next != sequence.end(); ++next) {
        do {
            *next = first + static_cast<std::int32_t>(random.below(symbols));
        } while (distinct && std::find(sequence.begin(), next, *next) != next);
    }
}

/// Draws a source of random symbols between <s> and </s>; the caller sets the target.
Task sequence_task(std::string_view symbols, SequenceKind kind, void (*answer)(Example&)) {
    Task task;
    task.source_vocabulary = task.target_vocabulary = vocabulary_of_characters(symbols);
    task.longest_source = kind.longest + 2;
    task.longest_target = kind.longest;
    const std::int32_t first = task.tokens.eos + 1;
    make_endless(task, [=, tokens = task.tokens](Random& random, Example& example) {
        const Size spread = kind.longest - kind.shortest + 1;
        const Size length = kind.shortest + static_cast<Size>(random.below(static_cast<std::uint64_t>(spread)));
        example.source.assign(static_cast<std::size_t>(length) + 2, tokens.bos);
        draw_symbols(random, first, symbols.size(), kind.distinct,
                     std::span(example.source).subspan(1, static_cast<std::size_t>(length)));
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

Task repeats_task() { return sequence_task(alphabet, {.shortest = 4, .longest = 12, .distinct = true}, copy); }

Task sort_task() { return sequence_task(digits, {}, sort); }

}  // namespace vitrine
