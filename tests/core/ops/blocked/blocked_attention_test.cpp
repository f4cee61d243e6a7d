/// Attention in blocks, against the operations one after another.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/ops/blocked/recomputed_attention.h"
#include "core/ops/softmax.h"
#include "core/tensor/cell_blocks.h"
#include "core/tensor/parallel.h"
#include "core/tensor/random.h"
#include "core/tensor/statistics.h"

namespace vitrine::blocked_attention_test {

namespace {

constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity(), not_a_number = std::numeric_limits<Scalar>::quiet_NaN();

enum class Masking { none, causal, padding, both };

struct Shape {
    Size batch, queries, keys, width;
};

constexpr Size heads = 2;

/// The inputs of an attention.
struct Operands {
    Tensor query{Axis::batch, Axis::head, Axis::query, Axis::feature};
    Tensor key{Axis::batch, Axis::head, Axis::key, Axis::feature};
    Tensor value{Axis::batch, Axis::head, Axis::key, Axis::feature};
    MaskTensor mask{Axis::batch, Axis::head, Axis::query, Axis::key};
    AttentionOptions options{.mask_value = -infinity};

    Operands(const Shape& shape, Masking masking, Order order = Order::heads_together) {
        Random random(static_cast<std::uint64_t>(shape.queries * 1000 + shape.width));
        query.resize({shape.batch, heads, shape.queries, shape.width}, order);
        key.resize({shape.batch, heads, shape.keys, shape.width}, order);
        value.resize({shape.batch, heads, shape.keys, shape.width}, order);
        for (Tensor* tensor : {&query, &key, &value}) {
            for (Size i = 0; i < tensor->count(); ++i) tensor->data()[i] = static_cast<Scalar>(random.normal());
        }
        const bool causal = masking == Masking::causal || masking == Masking::both;
        const bool padding = masking == Masking::padding || masking == Masking::both;
        mask.resize({shape.batch, 1, shape.queries, shape.keys});
        for (Size b = 0; b < shape.batch; ++b) {
            // The longest sentence has no padding; the shortest, in a batch, has nothing else at its beginning, either.
            const Size end =
                padding ? shape.keys - shape.keys * b / shape.batch - (shape.batch == 1 ? shape.keys / 3 : 0) : shape.keys;
            const Size begin = padding && b == 2 ? shape.keys / 4 : 0;
            for (Size q = 0; q < shape.queries; ++q) {
                for (Size k = 0; k < shape.keys; ++k) mask.at({b, 0, q, k}) = k >= begin && k < end && (!causal || k <= q) ? 1 : 0;
            }
        }
    }
};

/// Its outputs.
struct Results {
    Tensor scores{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor masked_scores{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor weights{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor context{Axis::batch, Axis::head, Axis::query, Axis::feature};

    explicit Results(const Operands& in) {
        const Size batch = in.query.size(0), queries = in.query.size(2), keys = in.key.size(2);
        for (Tensor* grid : {&scores, &masked_scores, &weights}) grid->resize({batch, heads, queries, keys});
        context.resize_like(in.query);
        for (Tensor* tensor : {&scores, &masked_scores, &weights, &context}) tensor->fill(Scalar(-17));
    }
};

Results one_after_another(const Operands& in) {
    Results out(in);
    scores_forward(in.query, in.key, out.scores, in.options.divisor);
    mask_forward(out.scores, in.mask, in.options.mask_value, out.masked_scores);
    softmax_forward(out.masked_scores, out.weights);
    context_forward(out.weights, in.value, out.context);
    return out;
}

Results in_blocks(const Operands& in, int threads = 2) {
    Results out(in);
    set_threads(threads);
    attention_forward({in.query, in.key, in.value, in.mask}, in.options, {out.scores, out.masked_scores, out.weights, out.context});
    set_threads(0);
    return out;
}

/// How many cells differ in a bit; any NaN is as good as another.
Size differences(const Tensor& a, const Tensor& b) {
    Size count = 0;
    for (Size i = 0; i < a.count(); ++i) {
        const Scalar x = a.data()[i], y = b.data()[i];
        const bool same = std::memcmp(&x, &y, sizeof x) == 0 || (std::isnan(x) && std::isnan(y));
        count += same ? 0 : 1;
    }
    return count;
}

void check_same(const Results& actual, const Results& expected) {
    CHECK(differences(actual.scores, expected.scores) == 0);
    CHECK(differences(actual.masked_scores, expected.masked_scores) == 0);
    CHECK(differences(actual.weights, expected.weights) == 0);
    CHECK(differences(actual.context, expected.context) == 0);
}

void check(const Operands& in) { check_same(in_blocks(in), one_after_another(in)); }

constexpr Masking all_maskings[] = {Masking::none, Masking::causal, Masking::padding, Masking::both};

Size nans(const Tensor& tensor) {
    return std::count_if(tensor.data(), tensor.data() + tensor.count(), [](Scalar x) { return std::isnan(x); });
}

}  // namespace

TEST_CASE("attention in blocks is the operations one after another, bit for bit, for any length, width, mask and batch") {
    for (const Size length : {1, 2, 17, 64, 100, 257}) {
        for (const Size width : {2, 32, 64, 128}) {
            for (const Masking masking : all_maskings) {
                for (const Size batch : {1, 3}) {
                    CAPTURE(length);
                    CAPTURE(width);
                    CAPTURE(batch);
                    CAPTURE(static_cast<int>(masking));
                    check(Operands({batch, length, length, width}, masking));
                }
            }
        }
    }
}

TEST_CASE("it is for more keys than queries and fewer, past the blocks of a long sum, and for either order in memory") {
    const Shape shapes[] = {{1, 7, 3, 2},     {2, 17, 257, 64},   {1, 300, 90, 24},
                            {1, 9, 4500, 40}, {1, 13, 2100, 130}, {1, 200, 1024, 64}};
    for (const Shape& shape : shapes) {
        for (const Masking masking : all_maskings) {
            for (const Order order : {Order::row_major, Order::heads_together}) {
                CAPTURE(shape.queries);
                CAPTURE(shape.keys);
                CAPTURE(static_cast<int>(masking));
                check(Operands(shape, masking, order));
            }
        }
    }
}

TEST_CASE("it is without the divisor and with a finite mask value, low or among the scores") {
    for (const double mask_value : {-1e9, -30.0, 0.5}) {
        for (const Masking masking : all_maskings) {
            Operands in({3, 150, 150, 32}, masking);
            in.options = {static_cast<Scalar>(mask_value), ScoreDivisor{false}};
            check(in);
        }
    }
}

TEST_CASE("attention in blocks is the same on one thread and on several") {
    for (const Masking masking : all_maskings) {
        const Operands in({1, 257, 257, 64}, masking);
        check_same(in_blocks(in, 1), in_blocks(in, 2));
        check_same(in_blocks(in, 1), in_blocks(in, 5));
    }
}

TEST_CASE("queries that may look at no key get weights and a context of zeros") {
    Operands in({1, 100, 130, 32}, Masking::none);
    const auto hide = [&](Size first, Size last) {
        for (Size q = first; q <= last; ++q) std::fill_n(&in.mask.at({0, 0, q, 0}), 130, std::uint8_t(0));
    };
    hide(0, 20), hide(64, 64), hide(99, 99);
    const Results out = in_blocks(in);
    for (const Size q : {0, 20, 64, 99}) {
        for (Size h = 0; h < heads; ++h) {
            for (Size k = 0; k < 130; ++k) CHECK(out.weights.at({0, h, q, k}) == 0);
            for (Size i = 0; i < 32; ++i) CHECK(out.context.at({0, h, q, i}) == 0);
        }
    }
    CHECK(nans(out.weights) == 0);
    check_same(out, one_after_another(in));
}

TEST_CASE("NaN and infinity come out where the operations one after another give them") {
    for (const Masking masking : all_maskings) {
        for (const Scalar poison : {not_a_number, infinity, -infinity, std::numeric_limits<Scalar>::max()}) {
            for (const Size position : {0, 40, 199}) {
                CAPTURE(static_cast<int>(masking));
                CAPTURE(poison);
                CAPTURE(position);
                const Operands clean({1, 200, 200, 32}, masking);
                Operands query = clean, key = clean, value = clean, all = clean;
                query.query.at({0, 1, position, 3}) = poison, all.query.at({0, 1, position, 3}) = poison;
                key.key.at({0, 1, position, 3}) = poison, all.key.at({0, 0, position, 3}) = poison;
                value.value.at({0, 1, position, 3}) = poison, all.value.at({0, 0, position, 3}) = poison;
                for (const Operands* in : {&query, &key, &value, &all}) check(*in);
            }
        }
    }
}

TEST_CASE("a value that is no number is felt by queries it is hidden from, a NaN score by all of its row") {
    Operands in({1, 200, 200, 32}, Masking::causal);
    in.value.at({0, 0, 199, 5}) = not_a_number;
    in.query.at({0, 1, 10, 0}) = not_a_number;
    const Results out = in_blocks(in);
    CHECK(std::isnan(out.context.at({0, 0, 0, 5})));
    CHECK(!std::isnan(out.context.at({0, 0, 0, 4})));
    CHECK(std::isnan(out.weights.at({0, 1, 10, 199})));
    CHECK(nans(out.weights) == 200);
    CHECK(nans(out.context) == 200 + 32);
}

TEST_CASE("a row of minus infinity with a NaN in it is NaN, not zeros") {
    Operands in({1, 70, 70, 2}, Masking::none);
    in.query.fill(0), in.key.fill(1);
    for (Size i = 0; i < 2; ++i) in.query.at({0, 0, 30, i}) = -infinity;
    in.key.at({0, 0, 69, 0}) = not_a_number;
    const Results out = in_blocks(in);
    CHECK(std::isnan(out.weights.at({0, 0, 30, 0})));
    check_same(out, one_after_another(in));
}

namespace {

TensorView view_of(const FetchedCells& cells) {
    return {.layout = cells.layout(), .type = ElementType::scalar, .data = nullptr, .fetched = &cells};
}

/// Whether the cells of a window are those of the tensor, bit for bit; any NaN is as good as another.
bool are_cells(const FetchedCells& cells, const Window& window, const Tensor& expected) {
    std::vector<float> read(static_cast<std::size_t>(window.cells())), wanted(read.size());
    cells.read(window, read.data());
    read_window(view(expected), window, wanted.data());
    return std::equal(read.begin(), read.end(), wanted.begin(),
                      [](float x, float y) { return std::memcmp(&x, &y, sizeof x) == 0 || (std::isnan(x) && std::isnan(y)); });
}

void check_same_statistics(const Statistics& found, const Statistics& expected) {
    CHECK(found.minimum == expected.minimum);
    CHECK(found.maximum == expected.maximum);
    CHECK(found.finite == expected.finite);
    CHECK(found.infinite == expected.infinite);
    CHECK(found.nan == expected.nan);
    CHECK(found.zero == expected.zero);
    CHECK(found.mean == doctest::Approx(expected.mean).epsilon(1e-9));
    CHECK(found.standard_deviation == doctest::Approx(expected.standard_deviation).epsilon(1e-9));
}

}  // namespace

TEST_CASE("what is computed again when it is read has the bits and the statistics of what would have been kept") {
    const Shape shapes[] = {{2, 17, 257, 64}, {1, 300, 90, 24}, {3, 100, 100, 2}, {1, 205, 1030, 64}};
    for (const Shape& shape : shapes) {
        for (const Masking masking : all_maskings) {
            for (const Order order : {Order::row_major, Order::heads_together}) {
                CAPTURE(shape.queries);
                CAPTURE(static_cast<int>(masking));
                Operands in(shape, masking, order);
                if (masking == Masking::both) in.query.at({0, 1, 5, 1}) = not_a_number;
                const Results expected = one_after_another(in);
                Tensor context = expected.context;
                context.fill(Scalar(-17));
                const FetchedAttention found =
                    recomputed_attention_forward({in.query, in.key, in.value, in.mask}, in.options, context);
                CHECK(differences(context, expected.context) == 0);
                const std::pair<const FetchedCells*, const Tensor*> grids[] = {{found.scores.get(), &expected.scores},
                                                                               {found.masked_scores.get(), &expected.masked_scores},
                                                                               {found.weights.get(), &expected.weights}};
                for (const auto& [cells, tensor] : grids) {
                    const Window whole{.first = {}, .count = {shape.batch, heads, shape.queries, shape.keys}};
                    CHECK(are_cells(*cells, whole, *tensor));
                    CHECK(are_cells(*cells, {.first = {0, 1, 3, 7}, .count = {shape.batch, 1, 13, 60}}, *tensor));
                    CHECK(are_cells(*cells, {.first = {0, 1, 16, 89}, .count = {1, 1, 1, 1}}, *tensor));
                    CHECK(are_cells(*cells, {.first = {0, 0, shape.queries - 1, 0}, .count = {1, 2, 1, 80}}, *tensor));
                    check_same_statistics(statistics(view_of(*cells)), statistics(view(*tensor)));
                }
            }
        }
    }
}

TEST_CASE("several threads read what is computed again") {
    const Operands in({1, 120, 260, 32}, Masking::causal);
    const Results expected = one_after_another(in);
    Tensor context = expected.context;
    const FetchedAttention found = recomputed_attention_forward({in.query, in.key, in.value, in.mask}, in.options, context);
    std::atomic<int> wrong = 0;
    share_among_all([&](Size thread) {
        for (Size row = thread; row < 120; row += 7)
            if (!are_cells(*found.weights, {.first = {0, row % 2, row, 0}, .count = {1, 1, 1, row % 3 == 0 ? 1 : 260}},
                           expected.weights))
                ++wrong;
    });
    CHECK(wrong == 0);
}

}  // namespace vitrine::blocked_attention_test
