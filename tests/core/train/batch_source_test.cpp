#include "core/train/batch_source.h"

#include <algorithm>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/tensor/error.h"

namespace vitrine::batch_source_test {

namespace {

/// Pairs that can be told apart: number i has source (i + 3) and a target of 1 + i % 3 times the same word.
Task list_of(int count, bool shuffles) {
    Task task;
    task.name = "list";
    for (std::int32_t i = 0; i < count; ++i) {
        task.examples.push_back({{i + 3}, Sentence(static_cast<std::size_t>(1 + i % 3), i + 3), {}});
    }
    task.longest_source = 1, task.longest_target = 3;
    task.shuffles = shuffles;
    return task;
}

/// Sources of one to five words out of four, and the same as targets.
Task endless_task() {
    Task task;
    task.longest_source = task.longest_target = 5;
    task.draw = [](Random& random, Example& example) {
        example.source.resize(1 + random.below(5));
        for (auto& word : example.source) word = static_cast<std::int32_t>(3 + random.below(4));
        example.target = example.source;
    };
    return task;
}

std::vector<std::int32_t> numbers(const IndexTensor& tokens) { return {tokens.data(), tokens.data() + tokens.count()}; }

bool equal(const Batch& a, const Batch& b) {
    const auto same = [](const IndexTensor& x, const IndexTensor& y) {
        return x.layout().shape == y.layout().shape && numbers(x) == numbers(y);
    };
    return same(a.src, b.src) && same(a.tgt, b.tgt) && same(a.labels, b.labels);
}

Batch batch_of(BatchSource& source, std::int64_t step) {
    Batch batch;
    source.fill(step, batch);
    return batch;
}

/// The source words of one epoch, in order.
std::vector<std::int32_t> epoch_of(BatchSource& source, std::int64_t epoch) {
    std::vector<std::int32_t> words;
    const std::int64_t before = epoch == 0 ? 0 : source.steps_of_epochs(epoch);
    for (std::int64_t step = before + 1; step <= source.steps_of_epochs(epoch + 1); ++step) {
        const auto more = numbers(batch_of(source, step).src);
        words.insert(words.end(), more.begin(), more.end());
    }
    return words;
}

std::string error_of(const auto& body) {
    try {
        body();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a list is gone through in order, the last batch of an epoch being what is left") {
    BatchSource source(list_of(5, false), 2, 1);
    CHECK(source.steps_of_epochs(1) == 3);
    CHECK(numbers(batch_of(source, 1).src) == std::vector{3, 4});
    CHECK(numbers(batch_of(source, 2).src) == std::vector{5, 6});
    CHECK(numbers(batch_of(source, 3).src) == std::vector{7});
    CHECK(numbers(batch_of(source, 4).src) == std::vector{3, 4});
}

TEST_CASE("a list shorter than a batch is one batch") {
    BatchSource source(list_of(3, true), 32, 1);
    CHECK(source.steps_of_epochs(1) == 1);
    CHECK(batch_of(source, 1).sentences() == 3);
    CHECK(source.largest().sentences() == 3);
}

TEST_CASE("a shuffled list has every pair once in every epoch, each time in another order") {
    BatchSource source(list_of(20, true), 3, 1);
    std::set<std::vector<std::int32_t>> orders;
    for (std::int64_t epoch = 0; epoch < 10; ++epoch) {
        std::vector<std::int32_t> words = epoch_of(source, epoch);
        orders.insert(words);
        std::ranges::sort(words);
        CHECK(words.size() == 20);
        for (std::size_t i = 0; i < words.size(); ++i) CHECK(words[i] == static_cast<std::int32_t>(i) + 3);
    }
    CHECK(orders.size() == 10);
}

TEST_CASE("a batch depends on the seed and its step alone, not on those asked for before") {
    for (const Task& task : {list_of(20, true), endless_task()}) {
        BatchSource forwards(task, 4, 7), backwards(task, 4, 7), other(task, 4, 8);
        int different = 0;
        std::vector<Batch> batches;
        for (std::int64_t step = 1; step <= 30; ++step) batches.push_back(batch_of(forwards, step));
        for (std::int64_t step = 30; step >= 1; --step) {
            const Batch& expected = batches[static_cast<std::size_t>(step - 1)];
            CHECK(equal(batch_of(backwards, step), expected));
            different += !equal(batch_of(other, step), expected);
        }
        CHECK(different > 20);
    }
}

TEST_CASE("pairs are drawn anew at every step, without end") {
    BatchSource source(endless_task(), 4, 1);
    CHECK(source.steps_of_epochs(1) == 0);
    const Batch first = batch_of(source, 1);
    CHECK(first.sentences() == 4);
    CHECK(!equal(first, batch_of(source, 2)));
    CHECK(!equal(batch_of(source, 1'000'000'007), batch_of(source, 1'000'000'008)));
}

TEST_CASE("targets are shifted right behind bos, and padded with their labels") {
    BatchSource source(list_of(3, false), 3, 1);
    const Batch batch = batch_of(source, 1);
    CHECK(numbers(batch.tgt) == std::vector{1, 3, 0, 0, 1, 4, 4, 0, 1, 5, 5, 5});
    CHECK(numbers(batch.labels) == std::vector{3, 2, 0, 0, 4, 4, 2, 0, 5, 5, 5, 2});
}

TEST_CASE("given batches come in turn") {
    BatchSource drawn(endless_task(), 2, 1);
    std::vector<Batch> batches;
    for (std::int64_t step = 1; step <= 3; ++step) batches.push_back(batch_of(drawn, step));
    BatchSource source(batches);
    CHECK(source.steps_of_epochs(1) == 3);
    for (std::int64_t step = 1; step <= 7; ++step)
        CHECK(equal(batch_of(source, step), batches[static_cast<std::size_t>((step - 1) % 3)]));
}

TEST_CASE("no batch is larger than the largest in any direction, and that one has labels to learn from") {
    BatchSource drawn(endless_task(), 3, 1);
    std::vector<Batch> batches;
    for (std::int64_t step = 1; step <= 5; ++step) batches.push_back(batch_of(drawn, step));
    for (BatchSource source : {BatchSource(batches), BatchSource(endless_task(), 6, 1), BatchSource(list_of(20, true), 7, 1)}) {
        const Batch largest = source.largest();
        CHECK(std::ranges::any_of(numbers(largest.labels), [](std::int32_t id) { return id > 0; }));
        for (std::int64_t step = 1; step <= 50; ++step) {
            const Batch batch = batch_of(source, step);
            CHECK(batch.sentences() <= largest.sentences());
            CHECK(batch.source_length() <= largest.source_length());
            CHECK(batch.target_length() <= largest.target_length());
        }
    }
}

TEST_CASE("there must be something to learn from") {
    CHECK(error_of([] { BatchSource(list_of(0, false), 2, 1); }) == "task 'list' has no sentence pairs to learn from");
    CHECK(error_of([] { BatchSource(list_of(3, false), 0, 1); }) == "a batch needs at least one sentence, not 0");
    CHECK(error_of([] { BatchSource{std::vector<Batch>{}}; }) == "there are no batches to learn from");
    CHECK(error_of([] { BatchSource{std::vector<Batch>(1)}; }) == "a batch without labels has nothing to learn from");
}

}  // namespace vitrine::batch_source_test
