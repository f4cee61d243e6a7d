#include "core/ops/embedding.h"

#include <doctest/doctest.h>

#include "tests/core/approximately.h"

namespace vitrine::embedding_test {
using namespace vitrine::tests;

TEST_CASE("an embedding is the table's row of each token") {
    const Tensor table = tensor_of({3, 2}, {1, 2, 10, 20, 100, 200}, Axis::vocabulary, Axis::feature);
    IndexTensor tokens(Axis::batch, Axis::position);
    tokens.resize({2, 2});
    tokens.at({0, 0}) = 2, tokens.at({0, 1}) = 0, tokens.at({1, 0}) = 2, tokens.at({1, 1}) = 1;
    Tensor output(Axis::batch, Axis::position, Axis::embedding);
    output.resize({2, 2, 2});
    embedding_forward(tokens, table, output);
    const double expected[] = {100, 200, 1, 2, 100, 200, 10, 20};
    for (Size i = 0; i < 8; ++i) CHECK(output.data()[i] == Scalar(expected[i]));
}

TEST_CASE("scaling multiplies every cell") {
    const Tensor x = tensor_of({1, 1, 3}, {1, -2, 0}, Axis::batch, Axis::position, Axis::feature);
    Tensor output = x;
    scale_forward(x, 3, output);
    CHECK(output.data()[0] == 3);
    CHECK(output.data()[1] == -6);
    CHECK(output.data()[2] == 0);
}

TEST_CASE("sinusoidal positions are sines at even and cosines at odd features") {
    const auto check_row = [](Size width, Size position, std::initializer_list<double> first_features) {
        Tensor positions(Axis::position, Axis::feature);
        positions.resize({position + 1, width});
        sinusoidal_positions(positions);
        Size feature = 0;
        for (const double expected : first_features)
            CHECK(static_cast<double>(positions.at({position, feature++})) ==
                  doctest::Approx(expected).epsilon(is_double ? 1e-13 : 1e-6));
    };
    // sin and cos of position / 10000^(2i/width), from Python.
    check_row(6, 0, {0, 1, 0, 1, 0, 1});
    check_row(6, 2, {0.9092974268256817, -0.4161468365471424, 0.09269850077872725, 0.9956942241237399, 0.0043088560467428125});
    check_row(512, 1, {0.8414709848078965, 0.5403023058681398, 0.8218561900175316, 0.5696950086931313, 0.8019617952147853});
}

TEST_CASE("an odd width ends with a sine") {
    Tensor positions(Axis::position, Axis::feature);
    positions.resize({4, 5});
    sinusoidal_positions(positions);
    const double expected[] = {0.1411200080598672, -0.9899924966004454, 0.07528529299888895, 0.997162035307237,
                               0.0018928709030918876};
    for (Size i = 0; i < 5; ++i) CHECK(static_cast<double>(positions.at({3, i})) == approximately(expected[i]));
}

TEST_CASE("learned positions are the first rows of their table, added to every sentence") {
    const Tensor table = tensor_of({3, 2}, {1, 2, 3, 4, 5, 6}, Axis::position, Axis::feature);
    Tensor positions(Axis::position, Axis::feature);
    positions.resize({2, 2});
    learned_positions_forward(table, positions);
    const Tensor x = tensor_of({2, 2, 2}, {10, 20, 30, 40, 50, 60, 70, 80}, Axis::batch, Axis::position, Axis::feature);
    Tensor output = x;
    add_positions_forward(x, positions, output);
    const double expected[] = {11, 22, 33, 44, 51, 62, 73, 84};
    for (Size i = 0; i < 8; ++i) CHECK(output.data()[i] == Scalar(expected[i]));
}

}  // namespace vitrine::embedding_test
