/// Two runs compared: what has to differ, what cannot, and by how much.

#include "core/trace/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "core/trace/parameter_trace.h"
#include "tests/core/pass/altered_runs.h"

namespace vitrine::comparison_test {
using namespace vitrine::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Scalar none = std::numeric_limits<Scalar>::quiet_NaN(), least = -std::numeric_limits<Scalar>::infinity();

Tensor row(std::initializer_list<Scalar> numbers) {
    Tensor tensor(Axis::feature);
    tensor.resize({static_cast<Size>(numbers.size())});
    std::copy(numbers.begin(), numbers.end(), tensor.data());
    return tensor;
}

TensorChange between(const Tensor& a, const Tensor& b) { return compare("x", view(a), view(b)); }

/// A run, and the names of its tensors.
struct Recorded {
    Activations activations;
    Trace trace;

    Recorded(const Configuration& configuration, const Parameters& parameters, const Batch& batch) {
        forward(configuration, parameters, batch, activations);
        trace = make_trace(std::make_shared<const Outline>(make_outline(configuration)), activations);
    }
    explicit Recorded(const Ingredients& made) : Recorded(made.configuration, made.parameters, made.batch) {}
};

/// Whether all numbers before a target position are the same. For tensors whose second axis is the target position.
bool same_before(const Tensor& a, const Tensor& b, Size position) {
    for (Size i = 0; i < a.count(); ++i) {
        const Index cell = index_of(a.layout(), i);
        if (cell[1] < position && a.at(cell) != b.at(cell)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("a run beside itself differs nowhere, and neither does one that is made again") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Ingredients made = random_ingredients(random);
        const Recorded one(made), again(made);
        const auto changes = compare(one.trace, again.trace);
        CHECK_FALSE(first_change(changes));
        CHECK_FALSE(first_change(compare(one.trace, one.trace)));
        for (const TensorChange& change : changes) {
            CAPTURE(change.path);
            CHECK(change.fit == Fit::same_shape);
            CHECK(change.cells == one.trace.find(change.path).layout.count());
            CHECK(change.relative == 0);
        }
    }
}

TEST_CASE("of another last word of the target, tgt.tokens is the first to differ; encoder, memory and earlier rows do not") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Ingredients made = random_ingredients(random);
        const Recorded before(made);
        const Size last = made.batch.tgt.size(1) - 1;
        std::int32_t& word = made.batch.tgt.at({0, last});
        const std::int32_t pad = made.configuration.pad_tgt;
        do word = (word + 1) % static_cast<std::int32_t>(made.configuration.tgt_vocab_size);
        while (word == pad);
        const Recorded after(made);
        const auto changes = compare(before.trace, after.trace);
        REQUIRE(first_change(changes));
        CHECK(changes[*first_change(changes)].path == "tgt.tokens");
        CHECK(changes[*first_change(changes)].changed == 1);
        for (const TensorChange& change : changes) {
            if (!change.path.starts_with("src") && !change.path.starts_with("encoder") && change.path != "memory") continue;
            CAPTURE(change.path);
            CHECK_FALSE(change.differs());
        }
        CHECK(same_before(before.activations.logits, after.activations.logits, last));
        const auto logits = std::ranges::find(changes, "logits", &TensorChange::path);
        CHECK(logits->changed <= made.configuration.tgt_vocab_size);
        if (logits->changed > 0) CHECK(logits->largest_at[1] == last);
    }
}

TEST_CASE("of another number of a parameter, the first to differ is what reads it") {
    Random random(4);
    Ingredients made = random_ingredients(random);
    made.configuration.bias = true;
    made.parameters = random_parameters(made.configuration, random);
    const Recorded before(made);
    const Parameters old = made.parameters;
    made.parameters.transformer.encoder.layers[0].feed_forward.linear1.bias.data()[0] += 1;
    const Recorded after(made);
    const auto changes = compare(before.trace, after.trace);
    REQUIRE(first_change(changes));
    CHECK(changes[*first_change(changes)].path == "encoder.layers.0.ffn.linear1");
    const auto weights = compare(make_parameter_trace(*before.trace.outline, list_parameters(old)),
                                 make_parameter_trace(*after.trace.outline, list_parameters(made.parameters)));
    CHECK(std::ranges::count_if(weights, &TensorChange::differs) == 1);
    const TensorChange& bias = weights[*first_change(weights)];
    CHECK(bias.path.ends_with("encoder.layers.0.linear1.bias"));
    CHECK(bias.changed == 1);
    CHECK(bias.largest == doctest::Approx(1));
}

TEST_CASE("tensors that only one run has stand where they are computed, and those of another shape are said to be so") {
    Random random(2);
    Ingredients made = random_ingredients(random);
    made.configuration.num_decoder_layers = 1;
    made.parameters = random_parameters(made.configuration, random);
    const Recorded one(made);
    made.configuration.num_decoder_layers = 2;
    made.parameters = random_parameters(made.configuration, random);
    const Recorded two(made);
    const auto more = compare(one.trace, two.trace), fewer = compare(two.trace, one.trace);
    CHECK(more.size() == fewer.size());
    for (std::size_t i = 0; i < more.size(); ++i) {
        CAPTURE(more[i].path);
        CHECK(more[i].path == fewer[i].path);
        const bool second = more[i].path.starts_with("decoder.layers.1");
        CHECK((more[i].fit == Fit::only_in_b) == second);
        CHECK((fewer[i].fit == Fit::only_in_a) == second);
    }
    const TensorChange other = between(row({1, 2, 3}), row({1, 2}));
    CHECK(other.fit == Fit::other_shape);
    CHECK(other.differs());
    CHECK(size_words(other.a) == "3");
    CHECK(size_words(other.b) == "2");
}

TEST_CASE("a change is measured in cells, at its largest, and as ‖B − A‖ / ‖A‖") {
    const TensorChange change = between(row({3, 4, 0}), row({3, 4.5, -1}));
    CHECK(change.changed == 2);
    CHECK(change.largest == 1);
    CHECK(change.largest_at == Index{2});
    CHECK(change.relative == doctest::Approx(std::sqrt(1.25) / 5));
    CHECK(between(row({0, 0}), row({0, 1})).relative == infinity);
}

TEST_CASE("tensors of millions of cells are measured in parts, as a loop over all of them measures") {
    Tensor a{Axis::batch, Axis::feature}, b{Axis::batch, Axis::feature};
    for (Tensor* tensor : {&a, &b}) tensor->resize({3, 1'000'003});
    a.fill(2), b.fill(2);
    constexpr Size changed[] = {5, 1'048'575, 1'048'576, 2'500'000, 3'000'008};
    for (const Size cell : changed) b.data()[cell] = cell < 2'000'000 ? 3 : 6;
    TensorChange change = compare("x", view(a), view(b));
    CHECK(change.changed == 5);
    CHECK(change.largest == 4);
    CHECK(change.largest_at == Index{2, 499'994});  // cell 2 500 000, the first of the two
    const double moved = 3 * 1 + 2 * 16, all = 4.0 * 3'000'009;
    CHECK(change.relative == doctest::Approx(std::sqrt(moved / all)).epsilon(1e-12));
    b.data()[2'999'999] = std::numeric_limits<Scalar>::quiet_NaN();
    a.data()[7] = -std::numeric_limits<Scalar>::infinity();
    change = compare("x", view(a), view(b));
    CHECK(change.nan_cells == 1);
    CHECK(change.infinite_cells == 1);
    CHECK(std::isinf(change.largest));
    CHECK(change.largest_at == Index{0, 7});
}

TEST_CASE("what is −∞ or NaN in both has not changed; what became it has, without measure") {
    CHECK(change_of(-infinity, -infinity) == 0);
    const TensorChange same = between(row({least, none, 1}), row({least, none, 1}));
    CHECK_FALSE(same.differs());
    const TensorChange hidden = between(row({2, 1}), row({2, least}));
    CHECK(hidden.changed == 1);
    CHECK(hidden.largest == infinity);
    CHECK(hidden.largest_at == Index{1});
    CHECK(hidden.relative == infinity);
    CHECK(between(row({1, 2}), row({none, 2})).largest == infinity);
    CHECK(between(row({least, 2}), row({least, 3})).relative == doctest::Approx(0.5));
}

TEST_CASE("−0 is 0, and NaN is NaN with whatever bits; NaN in the place of a number is a change, and counted as such") {
    const double zero = 0, none_at_all = std::numeric_limits<double>::quiet_NaN();
    CHECK(same_number(zero, -zero));
    CHECK(same_number(none_at_all, -none_at_all));
    CHECK(same_number(none_at_all, std::nan("7")));
    CHECK_FALSE(same_number(none_at_all, zero));
    CHECK_FALSE(same_number(zero, none_at_all));
    CHECK(change_of(zero, -zero) == 0);
    CHECK_FALSE(std::signbit(change_of(zero, -zero)));
    CHECK(change_of(none_at_all, -none_at_all) == 0);

    const Scalar other = std::copysign(none, Scalar{-1});
    const TensorChange same = between(row({0, none, -0.0f, 1}), row({-0.0f, other, 0, 1}));
    CHECK_FALSE(same.differs());
    CHECK(same.relative == 0);
    Scalar out[4];
    write_change(view(row({0, none, -0.0f, 1})), view(row({-0.0f, other, 0, 1})), out);
    for (const Scalar number : out) CHECK(number == 0);

    const TensorChange lost = between(row({1, 2, none, 4, -0.0f}), row({1, none, 3, -least, 0}));
    CHECK(lost.changed == 3);
    CHECK(lost.nan_cells == 2);
    CHECK(lost.infinite_cells == 1);
    CHECK(lost.largest == infinity);
    CHECK(lost.largest_at == Index{1});
    CHECK(between(row({1, 2}), row({1, 3})).nan_cells == 0);
    CHECK(between(row({least, none}), row({-least, least})).infinite_cells == 1);
}

TEST_CASE("of ids it counts which are others, not how far apart they are") {
    IndexTensor a(Axis::position), b(Axis::position);
    a.resize({4}), b.resize({4});
    std::fill_n(a.data(), 4, 3);
    b = a;
    b.at({2}) = 900;
    const TensorChange change = compare("tokens", view(a), view(b));
    CHECK(change.ids);
    CHECK(change.largest == 1);
    CHECK(change.relative == 0.25);
}

TEST_CASE("the ranking goes by relative change, what cannot be compared first and what is the same last, in order among equals") {
    std::vector<TensorChange> changes(5);
    changes[0] = between(row({1}), row({1}));
    changes[1] = between(row({2}), row({3}));
    changes[2] = between(row({1}), row({3}));
    changes[3] = between(row({1, 2}), row({1}));
    changes[4] = between(row({4}), row({6}));
    CHECK(most_changed_first(changes) == std::vector<std::size_t>{3, 2, 1, 4, 0});
    CHECK(first_change(changes) == std::size_t{1});
}

TEST_CASE("the difference is B − A, cell by cell, whatever the order in memory") {
    const Tensor b = row({3, least, 7}), a = row({1, least, least});
    Scalar out[3];
    write_change(view(a), view(b), out);
    CHECK(out[0] == 2);
    CHECK(out[1] == 0);
    CHECK(static_cast<double>(out[2]) == infinity);
    Random random(3);
    const Ingredients made = random_ingredients(random);
    const Recorded run(made);
    const TensorView key = run.trace.find("encoder.layers.0.self_attn.key"),
                     transposed = run.trace.find("encoder.layers.0.self_attn.key_transposed");
    std::vector<Scalar> zeros(static_cast<std::size_t>(key.layout.count()), 5);
    write_change(key, vitrine::transposed(transposed, 2, 3), zeros.data());
    CHECK(std::ranges::all_of(zeros, [](Scalar number) { return number == 0; }));
}

}  // namespace vitrine::comparison_test
