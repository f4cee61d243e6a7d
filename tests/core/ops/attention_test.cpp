#include "core/ops/attention.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/tensor/random.h"
#include "tests/core/approximately.h"
#include "tests/counted.h"

namespace vitrine::attention_test {
using namespace vitrine::tests;

namespace {

struct Shape {
    Size batch, heads, queries, keys, width;
};

Tensor random_heads(const Shape& shape, Size length, Axis axis, Order order, Random& random) {
    Tensor tensor(Axis::batch, Axis::head, axis, Axis::feature);
    tensor.resize({shape.batch, shape.heads, length, shape.width}, order);
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = static_cast<Scalar>(random.normal());
    return tensor;
}

/// Σ over i of first(i) · second(i), in double precision.
template <class First, class Second>
double sum_of_products(Size count, First&& first, Second&& second) {
    double sum = 0;
    for (Size i = 0; i < count; ++i) sum += static_cast<double>(first(i)) * static_cast<double>(second(i));
    return sum;
}

void check_scores_and_context(const Shape& shape, Order order, Random& random) {
    const Tensor query = random_heads(shape, shape.queries, Axis::query, order, random);
    const Tensor key = random_heads(shape, shape.keys, Axis::key, order, random);
    const Tensor value = random_heads(shape, shape.keys, Axis::key, order, random);
    Tensor scores(Axis::batch, Axis::head, Axis::query, Axis::key), context(Axis::batch, Axis::head, Axis::query, Axis::feature);
    scores.resize({shape.batch, shape.heads, shape.queries, shape.keys});
    context.resize({shape.batch, shape.heads, shape.queries, shape.width}, order);
    scores_forward(query, key, scores);
    context_forward(scores, value, context);

    const double tolerance = is_double ? 1e-12 : 2e-5;
    for (Size cell = 0; cell < scores.count(); ++cell) {
        const auto [b, h, q, k] = index_of(scores.layout(), cell);
        const double product = sum_of_products(
            shape.width,
            [&, b = b, h = h, q = q](Size i) {
                return query.at({b, h, q, i});
            },
            [&, b = b, h = h, k = k](Size i) {
                return key.at({b, h, k, i});
            });
        const double expected = product / std::sqrt(static_cast<double>(shape.width));
        CHECK(static_cast<double>(scores.at({b, h, q, k})) == doctest::Approx(expected).epsilon(tolerance).scale(10));
    }
    for (Size cell = 0; cell < context.count(); ++cell) {
        const auto [b, h, q, f] = index_of(context.layout(), cell);
        const double expected = sum_of_products(
            shape.keys,
            [&, b = b, h = h, q = q](Size k) {
                return scores.at({b, h, q, k});
            },
            [&, b = b, h = h, f = f](Size k) {
                return value.at({b, h, k, f});
            });
        CHECK(static_cast<double>(context.at({b, h, q, f})) == doctest::Approx(expected).epsilon(tolerance).scale(10));
    }
}

}  // namespace

TEST_CASE("scores are dot products divided by the root of the head's width") {
    const Tensor query = tensor_of({1, 1, 1, 4}, {1, 2, 3, 4}, Axis::batch, Axis::head, Axis::query, Axis::feature);
    const Tensor key = tensor_of({1, 1, 2, 4}, {1, 1, 1, 1, 0, 0, 0, -2}, Axis::batch, Axis::head, Axis::key, Axis::feature);
    Tensor scores(Axis::batch, Axis::head, Axis::query, Axis::key);
    scores.resize({1, 1, 1, 2});
    scores_forward(query, key, scores);
    CHECK(static_cast<double>(scores.data()[0]) == approximately(5));
    CHECK(static_cast<double>(scores.data()[1]) == approximately(-4));
}

TEST_CASE("scores and context are those sums for every head, small and large, whatever the order in memory") {
    Random random(1);
    const Shape shapes[] = {{1, 1, 1, 1, 1}, {2, 3, 5, 3, 2}, {1, 2, 1, 4, 3}, {2, 2, 17, 19, 16}, {1, 4, 40, 33, 8}};
    for (const Shape& shape : shapes) {
        check_scores_and_context(shape, Order::row_major, random);
        check_scores_and_context(shape, Order::heads_together, random);
    }
}

TEST_CASE("merging puts the heads of a position side by side") {
    const Counted checks(48);
    for (const Size length : {1, 3}) {
        Tensor context(Axis::batch, Axis::head, Axis::query, Axis::feature), merged(Axis::batch, Axis::position, Axis::feature);
        context.resize({2, 2, length, 3}, Order::heads_together);
        merged.resize({2, length, 6});
        const Layout layout = context.layout();
        const auto number = [](Size b, Size h, Size l, Size f) { return static_cast<Scalar>(1000 * b + 100 * l + 10 * h + f); };
        for (Size i = 0; i < layout.count(); ++i) {
            const auto [b, h, l, f] = index_of(layout, i);
            context.at({b, h, l, f}) = number(b, h, l, f);
        }
        merge_heads_forward(context, merged);
        for (Size i = 0; i < merged.count(); ++i) {
            const Index at = index_of(merged.layout(), i);
            CHECK(merged.at(at) == number(at[0], at[2] / 3, at[1], at[2] % 3));
        }
    }
}

}  // namespace vitrine::attention_test
