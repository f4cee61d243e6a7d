#include <algorithm>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "tests/core/tasks/task_examples.h"

namespace vitrine::sequence_tasks_test {
using namespace vitrine::test;

namespace {

/// Whether every aligned pair of places holds the same symbol, and every place of the target is in one.
bool aligns_equals(const Example& example) {
    std::set<int> aligned;
    for (const auto& [target, source] : example.alignment) {
        aligned.insert(target);
        if (example.target[static_cast<std::size_t>(target)] != example.source[static_cast<std::size_t>(source)]) return false;
    }
    return aligned.size() == example.target.size();
}

}  // namespace

TEST_CASE("copy has ten tokens of eleven words, and the same again as its target") {
    const Task task = make_task("copy");
    CHECK(task.source_vocabulary.words().size() == 11);
    CHECK(task.target_vocabulary.words() == task.source_vocabulary.words());
    for_draws(task, 1000, [&](const Example& example) {
        CHECK(example.source.size() == 10);
        CHECK(example.target == inner(example.source));
        CHECK(aligns_equals(example));
    });
}

TEST_CASE("repeats is four to twelve letters, all of them different, and the same again as its target") {
    std::set<std::size_t> lengths;
    std::set<std::int32_t> letters;
    for_draws(make_task("repeats"), 1000, [&](const Example& example) {
        CHECK(example.target == inner(example.source));
        CHECK(aligns_equals(example));
        CHECK(std::set<std::int32_t>(example.target.begin(), example.target.end()).size() == example.target.size());
        lengths.insert(example.target.size());
        letters.insert(example.target.begin(), example.target.end());
    });
    CHECK(lengths == std::set<std::size_t>{4, 5, 6, 7, 8, 9, 10, 11, 12});
    CHECK(letters.size() == 26);
}

TEST_CASE("reverse is the source backwards") {
    for_draws(make_task("reverse"), 1000, [&](const Example& example) {
        Sentence backwards = inner(example.source);
        std::ranges::reverse(backwards);
        CHECK(example.target == backwards);
        CHECK(aligns_equals(example));
    });
}

TEST_CASE("sort is sorted, with every symbol as often as in the source") {
    const Task task = make_task("sort");
    for_draws(task, 1000, [&](const Example& example) {
        Sentence symbols = inner(example.source);
        CHECK(std::ranges::is_sorted(example.target, {}, [&](std::int32_t id) { return task.target_vocabulary.word(id); }));
        CHECK(std::ranges::is_permutation(example.target, symbols));
        CHECK(aligns_equals(example));
    });
}

TEST_CASE("sort aligns a symbol with all that are like it") {
    for_draws(make_task("sort"), 200, [&](const Example& example) {
        std::size_t pairs = 0;
        for (const std::int32_t id : example.target) pairs += static_cast<std::size_t>(std::ranges::count(example.source, id));
        CHECK(example.alignment.size() == pairs);
    });
}

TEST_CASE("sequences are of every length from one to ten, and of every symbol") {
    for (const char* name : {"reverse", "sort"}) {
        CAPTURE(name);
        const Task task = make_task(name);
        std::map<std::size_t, int> lengths;
        std::set<std::int32_t> symbols;
        for_draws(task, 2000, [&](const Example& example) {
            ++lengths[example.target.size()];
            symbols.insert(example.target.begin(), example.target.end());
        });
        CHECK(lengths.size() == 10);
        CHECK(lengths.begin()->first == 1);
        for (const auto& [length, count] : lengths) CHECK(count > 100);
        CHECK(symbols.size() == task.source_vocabulary.words().size() - 3);
    }
}

TEST_CASE("addition is right, without leading zeros, and of unequal lengths") {
    const Task task = make_task("addition");
    const Vocabulary& vocabulary = task.source_vocabulary;
    std::set<std::size_t> lengths;
    for_draws(task, 5000, [&](const Example& example) {
        const auto plus = static_cast<std::size_t>(std::ranges::find(example.source, vocabulary.id("+")) - example.source.begin());
        const std::size_t end = example.source.size() - 1;
        const Sentence sum(example.target.rbegin(), example.target.rend());  // its last digit is written first
        const long first = number_of(example.source, vocabulary, 1, plus);
        const long second = number_of(example.source, vocabulary, plus + 1, end);
        CHECK(number_of(sum, vocabulary, 0, sum.size()) == first + second);
        CHECK(std::to_string(first).size() == plus - 1);
        CHECK(std::to_string(second).size() == end - plus - 1);
        CHECK(std::to_string(first + second).size() == sum.size());
        lengths.insert(example.source.size());
    });
    CHECK(lengths.size() == 5);  // two to six digits
}

TEST_CASE("addition aligns every digit of both numbers with the digit of the sum that counts as much") {
    const Task task = make_task("addition");
    for_draws(task, 1000, [&](const Example& example) {
        const int plus =
            static_cast<int>(std::ranges::find(example.source, task.source_vocabulary.id("+")) - example.source.begin());
        std::set<int> aligned;
        for (const auto& [target, source] : example.alignment) {
            const int last = source < plus ? plus - 1 : static_cast<int>(example.source.size()) - 2;
            CHECK(target == last - source);
            aligned.insert(source);
        }
        CHECK(aligned.size() == example.alignment.size());
        CHECK(aligned.size() == example.source.size() - 3);  // all but <s>, + and </s>
    });
}

TEST_CASE("digits are ten numbers in 91 tokens, and their mean rounded to eight digits") {
    const Task task = make_task("digits");
    const Vocabulary& vocabulary = task.source_vocabulary;
    for_draws(task, 500, [&](const Example& example) {
        REQUIRE(example.source.size() == 91);
        REQUIRE(example.target.size() == 8);
        long sum = 0;
        for (std::size_t start = 1; start < 91; start += 9) {
            sum += number_of(example.source, vocabulary, start, start + 8);
            CHECK(vocabulary.word(example.source[start + 8]) == (start + 8 < 90 ? " " : "e"));
        }
        const long mean = number_of(example.target, vocabulary, 0, 8);
        CHECK(std::abs(10 * mean - sum) <= 5);
    });
}

}  // namespace vitrine::sequence_tasks_test
