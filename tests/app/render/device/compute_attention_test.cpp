#include "app/render/device/compute_attention.h"

#include <doctest/doctest.h>

#include "tests/app/render/device/attention_case.h"
#include "tests/counted.h"

namespace vitrine::compute_attention_test {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("attention on the card is that of core/ops: any length, width, mask and batch, kept or streamed") {
    const tests::Counted checks(100);
    const auto gpu = open_gpu();
    for (const Size length : {1, 2, 17, 100, 257}) {
        for (const Size width : {2, 64, 128}) {
            for (const Size sentences : {1, 3}) {
                for (const TestMask mask : {TestMask::none, TestMask::causal, TestMask::padding, TestMask::both}) {
                    CAPTURE(length);
                    CAPTURE(width);
                    CAPTURE(sentences);
                    CAPTURE(static_cast<int>(mask));
                    AttentionCase attention({sentences, 2, length, length, width}, mask);
                    attention.compute();
                    for (const AttentionStorage storage : both_storages) check_same(compute_on(gpu, attention, storage), attention);
                }
            }
        }
    }
}

TEST_CASE("queries and keys may be of different number, and products undivided") {
    const tests::Counted checks(2);
    const auto gpu = open_gpu();
    AttentionCase attention({2, 3, 70, 131, 24}, TestMask::padding);
    attention.divisor = ScoreDivisor{false};
    attention.hidden_queries.assign(140, 0);
    attention.hidden_queries[5] = attention.hidden_queries[139] = 1;
    attention.compute();
    for (const AttentionStorage storage : both_storages) check_same(compute_on(gpu, attention, storage), attention);
}

TEST_CASE("a row that sees no key has weights and a context of 0; with a finite mask value it sees all alike") {
    const tests::Counted checks(800);
    const auto gpu = open_gpu();
    for (const float mask_value : {-infinity, -1e9f}) {
        AttentionCase attention({2, 1, 20, 20, 8}, TestMask::both);  // the second sentence is nothing but padding
        attention.mask_value = mask_value;
        attention.compute();
        for (const AttentionStorage storage : both_storages) {
            const Outcome found = compute_on(gpu, attention, storage);
            check_same(found, attention);
            const std::vector<float> weights = read_all(*found.cells.weights);
            for (std::size_t i = 400; i < 800; ++i) CHECK(weights[i] == (std::isinf(mask_value) ? 0 : doctest::Approx(0.05)));
            for (Size i = 0; i < 160 && std::isinf(mask_value); ++i) CHECK(found.context.at({1, 0, i / 8, i % 8}) == 0);
        }
    }
}

TEST_CASE("a score of NaN or infinity makes its row NaN, and a value of infinity all that a share of 0 touches") {
    const tests::Counted checks(100);
    const auto gpu = open_gpu();
    AttentionCase attention({1, 1, 80, 80, 4}, TestMask::causal);
    attention.query.at({0, 0, 3, 1}) = std::numeric_limits<float>::quiet_NaN();
    attention.query.at({0, 0, 70, 0}) = infinity;
    attention.value.at({0, 0, 75, 2}) = infinity;  // hidden from most of the queries
    attention.compute();
    for (const AttentionStorage storage : both_storages) {
        const Outcome found = compute_on(gpu, attention, storage);
        CHECK(largest_difference(*found.cells.weights, attention.weights) <= 2e-5);
        for (Size q = 0; q < 80; ++q) {
            CAPTURE(q);
            CHECK(std::isnan(read_all(*found.cells.weights)[static_cast<std::size_t>(80 * q)]) == (q == 3 || q == 70));
            CHECK(std::isnan(found.context.at({0, 0, q, 2})) == std::isnan(attention.context.at({0, 0, q, 2})));
            CHECK(std::isnan(found.context.at({0, 0, q, 1})) == (q == 3 || q == 70));
        }
    }
}

TEST_CASE("a window has the cells that the whole has") {
    const tests::Counted checks(1000);
    const auto gpu = open_gpu();
    AttentionCase attention({2, 3, 90, 75, 16}, TestMask::both);
    attention.compute();
    for (const AttentionStorage storage : both_storages) {
        const Outcome found = compute_on(gpu, attention, storage);
        for (const auto& cells : {found.cells.scores, found.cells.masked_scores, found.cells.weights}) {
            CHECK(cells->is_recomputed() == (storage == AttentionStorage::stream));
            const std::vector<float> all = read_all(*cells);
            for (const Window& window : {Window{{0, 1, 3, 5}, {2, 2, 70, 66}}, Window{{1, 2, 89, 74}, {1, 1, 1, 1}},
                                         Window{{0, 0, 64, 0}, {1, 3, 26, 75}}, Window{{1, 0, 0, 63}, {1, 1, 90, 2}}}) {
                std::vector<float> part(static_cast<std::size_t>(window.cells()));
                cells->read(window, part.data());
                const Layout& layout = cells->layout();
                Layout inner = layout;
                inner.shape = window.count;
                for (Size i = 0; i < window.cells(); ++i) {
                    Index index = index_of(inner, i);
                    for (int axis = 0; axis < 4; ++axis) index[axis] += window.first[axis];
                    CHECK(part[static_cast<std::size_t>(i)] == all[static_cast<std::size_t>(layout.offset(index))]);
                }
            }
            float cell = 0;
            CHECK_THROWS_AS(cells->read({{0, 0, 0, 75}, {1, 1, 1, 1}}, &cell), Error);
        }
    }
}

TEST_CASE("windows larger than what is read at once arrive whole") {
    const tests::Counted checks(10);
    const auto gpu = open_gpu();
    AttentionCase attention({1, 9, 400, 400, 4}, TestMask::causal);  // 5.8 MB per tensor
    attention.compute();
    for (const AttentionStorage storage : both_storages) {
        const Outcome found = compute_on(gpu, attention, storage);
        check_same(found, attention);
        for (const Size at : {Size{0}, Size{399}, Size{400 * 400 - 1}, Size{400 * 400}, Size{5 * 400 * 400 + 77}, Size{401}})
            CHECK(fetched_cell(*found.cells.weights, at) == doctest::Approx(attention.weights.data()[at]).epsilon(1e-4));
    }
}

TEST_CASE("what a shader may not see at once is bound head by head, or in blocks of rows") {
    for (const Size limit : {Size{160'000}, Size{50'000}, Size{30'000}}) {
        CAPTURE(limit);
        const auto gpu = open_gpu({.block_limit = limit});
        AttentionCase attention({3, 2, 110, 130, 32}, TestMask::both);  // 57 kB of scores per head
        attention.compute();
        for (const AttentionStorage storage : both_storages) check_same(compute_on(gpu, attention, storage), attention);
    }
    const auto gpu = open_gpu({.block_limit = 10'000});
    const AttentionCase attention({3, 2, 110, 130, 32}, TestMask::both);
    CHECK(message_of([&] { compute_on(gpu, attention, AttentionStorage::keep); }) ==
          "attention of 3×2×110×130: one part of it is beyond the 10 kB that the graphics driver lets a shader see");
}

TEST_CASE("memory is asked for first, and what is refused leaves nothing behind") {
    const auto gpu = open_gpu({.memory_limit = 64'000'000});
    AttentionCase attention({1, 8, 1024, 1024, 64}, TestMask::causal);
    attention.context.resize({1, 8, 1024, 64}, Order::heads_together);
    attention.context.fill(5);
    Tensor context = attention.context;
    CHECK(message_of([&] { compute_attention(gpu, attention.inputs(), AttentionStorage::keep, context); }) ==
          "attention of 1×8×1024×1024, everything kept, takes 113 MB of graphics memory, and the limit is 64 MB");
    CHECK(gpu->bytes_used() == 0);
    CHECK(context.at({0, 7, 1023, 63}) == 5);
    AttentionCase small({1, 2, 60, 60, 64}, TestMask::causal);
    small.compute();
    {
        const Outcome found = compute_on(gpu, small, AttentionStorage::keep);
        check_same(found, small);
        const Size grids = 3 * 2 * 60 * 60 * 4;
        CHECK(gpu->bytes_used() == grids + Gpu::scratch_bytes);
        CHECK(attention_bytes({1, 2, 60, 60, 64}, AttentionStorage::keep) + Gpu::scratch_bytes >= gpu->bytes_used());
    }
    CHECK(gpu->bytes_used() == Gpu::scratch_bytes);
}

TEST_CASE("cells outlive the run, their inputs and whoever asked for them") {
    const tests::Counted checks(4);
    AttentionCase attention({1, 2, 33, 33, 8}, TestMask::causal);
    attention.compute();
    for (const AttentionStorage storage : both_storages) {
        std::shared_ptr<const FetchedCells> weights;
        {
            const auto gpu = open_gpu();
            weights = compute_on(gpu, AttentionCase({1, 2, 33, 33, 8}, TestMask::causal), storage).cells.weights;
        }
        CHECK(largest_difference(*weights, attention.weights) <= 2e-5);
        CHECK(fetched_cell(*weights, 34) == doctest::Approx(attention.weights.data()[34]));
    }
}

}  // namespace vitrine::compute_attention_test
