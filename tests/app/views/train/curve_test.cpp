#include "app/views/train/curve.h"

#include <cmath>

#include <doctest/doctest.h>

namespace vitrine::curve_test {

TEST_CASE("a short curve keeps every step") {
    Curve curve;
    for (int step = 1; step <= 100; ++step) curve.add(step, step * 0.5);
    REQUIRE(curve.pieces().size() == 100);
    CHECK(curve.pieces()[9].first == 10);
    CHECK(curve.pieces()[9].mean == 5);
}

TEST_CASE("a long curve has a bounded number of pieces that lose neither extremes nor means nor any step") {
    Curve curve;
    constexpr int count = 1'000'000;
    for (int step = 1; step <= count; ++step) curve.add(step, step == 654'321 ? -9.0 : step % 2);
    CHECK(curve.size() == count);
    CHECK(curve.pieces().size() <= Curve::most_pieces);
    CHECK(curve.pieces().size() >= Curve::most_pieces / 4);
    std::size_t steps = 0;
    double sum = 0, low = 0, before = 0;
    for (const Curve::Piece& piece : curve.pieces()) {
        CHECK(piece.first == before + 1);
        before = piece.last;
        steps += piece.count;
        sum += piece.mean * static_cast<double>(piece.count);
        low = std::min(low, piece.low);
    }
    CHECK(steps == count);
    CHECK(low == -9);
    CHECK(sum == doctest::Approx(count / 2 - 10));
}

TEST_CASE("what is not finite leaves a gap and is still counted") {
    Curve curve;
    curve.add(1, 2);
    curve.add(2, NAN);
    curve.add(3, INFINITY);
    curve.add(4, 4);
    CHECK(curve.size() == 4);
    REQUIRE(curve.pieces().size() == 2);
    CHECK(curve.pieces()[1].first == 4);
}

}  // namespace vitrine::curve_test
