#include "core/train/token_batches.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/tasks/one_text.h"
#include "core/tensor/error.h"
#include "core/train/batch_source.h"
#include "tests/core/train/small_training.h"

namespace vitrine::token_batches_test {
using namespace vitrine::tests;

namespace {

BatchSize of_tokens(Size tokens, Size accumulated = 1) {
    BatchSize size;
    size.tokens = tokens;
    size.accumulated = accumulated;
    return size;
}

Size cells(const Batch& batch) { return batch.src.count() + batch.tgt.count(); }

std::vector<std::int32_t> row(const IndexTensor& tokens, Size i) {
    return {tokens.data() + i * tokens.size(1), tokens.data() + (i + 1) * tokens.size(1)};
}

/// All batches of an epoch, counted from 1.
std::vector<Batch> batches_of_epoch(BatchSource& source, std::int64_t epoch) {
    std::vector<Batch> batches;
    const std::int64_t before = epoch == 1 ? 0 : source.steps_of_epochs(epoch - 1);
    for (std::int64_t step = before + 1; step <= source.steps_of_epochs(epoch); ++step) {
        CHECK(source.epoch_of(step).number == epoch);
        for (Size part = 0; part < source.parts(step); ++part) source.fill(step, batches.emplace_back(), part);
    }
    return batches;
}

/// The sources without padding, sorted.
std::vector<Sentence> sources(const std::vector<Batch>& batches) {
    std::vector<Sentence> all;
    for (const Batch& batch : batches) {
        for (Size i = 0; i < batch.sentences(); ++i) {
            Sentence source = row(batch.src, i);
            std::erase(source, 0);
            all.push_back(std::move(source));
        }
    }
    std::ranges::sort(all);
    return all;
}

/// The share of cells that are padding.
double padding(const std::vector<Batch>& batches) {
    Size empty = 0, all = 0;
    for (const Batch& batch : batches) {
        all += cells(batch);
        for (const IndexTensor* side : {&batch.src, &batch.tgt}) empty += std::count(side->data(), side->data() + side->count(), 0);
    }
    return static_cast<double>(empty) / static_cast<double>(all);
}

}  // namespace

TEST_CASE("pairs are sorted within windows and cut where a further pair would not fit") {
    const std::vector<PairLengths> lengths{{5, 5}, {2, 2}, {4, 5}, {2, 3}, {1, 1}, {9, 9}};
    const OrderedBatches batches = cut_by_tokens({0, 1, 2, 3, 4, 5}, lengths, 20, 4);
    // Window 0–3: lengths (2, 2), (2, 3), (4, 5), (5, 5). Two pairs of 2 + 3 are 10 cells, three up to 4 + 5 would be 27.
    CHECK(batches.order == std::vector<std::uint32_t>{1, 3, 2, 0, 4, 5});
    CHECK(batches.begins == std::vector<std::uint32_t>{0, 2, 4, 5, 6});
}

TEST_CASE("every epoch has every pair once, in batches that keep to their tokens, in another order each time") {
    const Task task = small_list(200);
    BatchSource source(task, of_tokens(60), 1);
    std::vector<Sentence> expected;
    for (const Example& example : task.examples) expected.push_back(example.source);
    std::ranges::sort(expected);
    std::vector<Batch> before;
    for (std::int64_t epoch = 1; epoch <= 4; ++epoch) {
        const std::vector<Batch> batches = batches_of_epoch(source, epoch);
        CHECK(sources(batches) == expected);
        CHECK(std::ranges::all_of(batches, [](const Batch& batch) { return cells(batch) <= 60; }));
        CHECK(batches != before);
        before = batches;
    }
    // So much fewer cells are padding than in batches of unsorted pairs.
    BatchSource unsorted(task, 5, 1);
    CHECK(padding(batches_of_epoch(unsorted, 1)) > 0.2);
    CHECK(padding(before) < 0.1);
}

TEST_CASE("a batch depends on the seed and its step alone, for lists and for drawn pairs") {
    for (const Task& task : {small_list(60), small_endless(), in_one_text(make_task("copy"), Architecture::encoder)}) {
        for (const Size accumulated : {1, 3}) {
            BatchSource forwards(task, of_tokens(80, accumulated), 7), backwards = forwards;
            BatchSource other(task, of_tokens(80, accumulated), 8);
            std::vector<Batch> batches;
            int different = 0;
            for (std::int64_t step = 1; step <= 50; ++step) {
                forwards.fill(step, batches.emplace_back(), forwards.parts(step) - 1);
                Batch batch;
                other.fill(step, batch);
                different += !(batch == batches.back());
            }
            for (std::int64_t step = 50; step >= 1; --step) {
                Batch batch;
                backwards.fill(step, batch, backwards.parts(step) - 1);
                CHECK(batch == batches[static_cast<std::size_t>(step - 1)]);
            }
            CHECK(different > 40);
        }
    }
}

TEST_CASE("drawn pairs fill their batches") {
    BatchSource source(small_endless(), of_tokens(100), 1);
    CHECK(source.epoch_of(5).number == 0);
    CHECK(source.steps_of_epochs(1) == 0);
    std::vector<Batch> batches(200);
    Size full = 0;
    for (std::size_t i = 0; i < batches.size(); ++i) {
        source.fill(static_cast<std::int64_t>(i) + 1, batches[i]);
        CHECK(cells(batches[i]) <= 100);
        full += cells(batches[i]) > 80;
    }
    CHECK(full > 150);
    CHECK(padding(batches) < 0.15);
}

TEST_CASE("the last step of an epoch has the batches that are left") {
    BatchSize size(4);
    size.accumulated = 4;
    BatchSource source(small_list(23), size, 1);
    CHECK(source.steps_of_epochs(1) == 2);
    CHECK(source.steps_of_epochs(5) == 10);
    CHECK(source.parts(1) == 4);
    CHECK(source.parts(2) == 2);
    CHECK(batches_of_epoch(source, 3).size() == 6);
    CHECK(source.epoch_of(4).first_step == 3);
    CHECK(source.epoch_of(4).last_step == 4);
}

TEST_CASE("no batch is larger than the largest, and what cannot fit is an error") {
    BatchSource source(small_list(200), of_tokens(60), 1);
    CHECK(cells(source.largest()) == 52);  // four pairs of 6 + 7
    const auto error_of = [](const Task& task, const BatchSize& size) -> std::string {
        try {
            BatchSource(task, size, 1);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    CHECK(error_of(small_list(), of_tokens(13)).empty());
    CHECK(error_of(small_list(), of_tokens(12)) ==
          "the longest sentences of a pair can have 13 tokens, more than the 12 of a batch");
    CHECK(error_of(small_list(), of_tokens(60, 0)) == "a step needs at least one batch, not 0");
    CHECK(source.steps_of_epochs(1'000'000'000'000) == 0);
}

}  // namespace vitrine::token_batches_test
