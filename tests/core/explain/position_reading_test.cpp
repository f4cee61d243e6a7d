#include "core/explain/position_reading.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <doctest/doctest.h>

#include "core/model/initialisation.h"
#include "tests/core/approximately.h"
#include "tests/counted.h"

namespace vitrine::position_reading_test {
using namespace vitrine::tests;

namespace {

double cell(const Tensor& tensor, Size row, Size column) { return static_cast<double>(tensor.at({row, column})); }

/// Sums of many rounded numbers, all of size 1.
doctest::Approx sum_of(double expected) { return doctest::Approx(expected).epsilon(is_double ? 1e-12 : 1e-5).scale(32); }

constexpr double tau = 2 * std::numbers::pi;

}  // namespace

TEST_CASE("every pair of sine and cosine lies on the unit circle, so every row is √(D/2) long") {
    const Tensor encoding = sinusoidal_encoding(40, 12);
    for (Size p = 0; p < 40; ++p) {
        for (Size f = 0; f < 12; f += 2)
            CHECK(std::pow(cell(encoding, p, f), 2) + std::pow(cell(encoding, p, f + 1), 2) == approximately(1));
    }
    const PositionSimilarity similarity = similarity_of(encoding);
    for (Size p = 0; p < 40; ++p) {
        CHECK(cell(similarity.dot_product, p, p) == sum_of(6));
        CHECK(cell(similarity.cosine, p, p) == approximately(1));
    }
}

TEST_CASE("how alike two positions are depends on their distance alone, and is the sum of the cosines of k·ω") {
    const PositionSimilarity similarity = similarity_of(sinusoidal_encoding(50, 32));
    for (Size p = 0; p < 50; ++p) {
        for (Size q = 0; q < 50; ++q) {
            const Size k = std::abs(p - q);
            CHECK(cell(similarity.dot_product, p, q) == sum_of(cell(similarity.dot_product, 0, k)));
            const auto expected = dot_product_at_distance(32, static_cast<double>(k));
            REQUIRE(expected);
            CHECK(cell(similarity.dot_product, p, q) == sum_of(*expected));
            CHECK(cell(similarity.cosine, p, q) == approximately(*expected / 16));
        }
    }
}

TEST_CASE("an odd width has no similarity of the distance alone") {
    CHECK(!dot_product_at_distance(5, 3));
    const PositionSimilarity similarity = similarity_of(sinusoidal_encoding(4, 1));  // sin(p) alone
    CHECK(cell(similarity.dot_product, 1, 2) != doctest::Approx(cell(similarity.dot_product, 2, 3)).epsilon(0.1));
}

TEST_CASE("a position k later is the position turned by k·ω, pair by pair") {
    const Counted checks(200);
    const Size width = 10, k = 7;
    const Tensor encoding = sinusoidal_encoding(30, width);
    for (Size p = 0; p + k < 30; ++p) {
        for (Size f = 0; f < width; f += 2) {
            const double turn = static_cast<double>(k) * PositionWave{f, width}.frequency();
            const double sine = cell(encoding, p, f), cosine = cell(encoding, p, f + 1);
            CHECK(cell(encoding, p + k, f) == approximately(std::cos(turn) * sine + std::sin(turn) * cosine));
            CHECK(cell(encoding, p + k, f + 1) == approximately(-std::sin(turn) * sine + std::cos(turn) * cosine));
        }
    }
}

TEST_CASE("a wave goes through the encoding's numbers and begins anew after its wavelength") {
    const Counted checks(1000);
    for (const Size width : {1, 5, 6, 32}) {
        const Tensor encoding = sinusoidal_encoding(25, width);
        for (Size f = 0; f < width; ++f) {
            const PositionWave wave{f, width};
            for (Size p = 0; p < 25; ++p) CHECK(wave.at(static_cast<double>(p)) == approximately(cell(encoding, p, f)));
            for (const double p : {0.0, 0.25, 3.0, 17.5})
                CHECK(wave.at(p + wave.wavelength()) == doctest::Approx(wave.at(p)).scale(1));
        }
    }
}

TEST_CASE("wavelengths go from 2π towards 10000 · 2π, the same for both features of a pair") {
    CHECK(PositionWave{0, 512}.wavelength() == doctest::Approx(tau));
    CHECK(PositionWave{1, 512}.wavelength() == doctest::Approx(tau));
    CHECK(PositionWave{256, 512}.wavelength() == doctest::Approx(100 * tau));
    CHECK(PositionWave{511, 512}.wavelength() == doctest::Approx(tau * std::pow(10000, 510.0 / 512)));
    CHECK(PositionWave{6, 32}.partner() == 7);
    CHECK(PositionWave{7, 32}.partner() == 6);
    CHECK(!PositionWave{4, 5}.partner());
}

TEST_CASE("a wave's formula is the paper's with its numbers") {
    CHECK(PositionWave{6, 32}.formula(3) == "sin(3 / 10000^(6/32))");
    CHECK(PositionWave{7, 32}.formula(3) == "cos(3 / 10000^(6/32))");
}

TEST_CASE("the slowest whole wave fits, and the next does not") {
    for (const Size width : {6, 32, 512}) {
        for (const Size positions : {7, 20, 100}) {
            const Size feature = slowest_whole_wave(width, positions);
            CHECK(feature % 2 == 0);
            CHECK(PositionWave{feature, width}.wavelength() <= static_cast<double>(positions));
            const PositionWave next{feature + 2, width};
            if (next.feature < width) CHECK(next.wavelength() > static_cast<double>(positions));
        }
    }
    CHECK(slowest_whole_wave(32, 3) == 0);
}

TEST_CASE("a learned encoding is its table's first rows, and ends where the table does") {
    const Tensor table = draw_positions(9, 4, 5);
    for (const Size asked : {1, 9, 30}) {
        const Tensor encoding = learned_encoding(table, asked);
        REQUIRE(encoding.size(0) == std::min<Size>(asked, 9));
        REQUIRE(encoding.size(1) == 4);
        for (Size i = 0; i < encoding.count(); ++i) CHECK(encoding.data()[i] == table.data()[i]);
    }
}

TEST_CASE("drawn positions are standard normal, the same from a seed, and like no other but themselves") {
    const Size positions = 60, width = 256;
    const Tensor drawn = draw_positions(positions, width, 1);
    double sum = 0, squares = 0;
    for (Size i = 0; i < drawn.count(); ++i) {
        const double value = static_cast<double>(drawn.data()[i]);
        sum += value, squares += value * value;
    }
    const double count = static_cast<double>(drawn.count());
    CHECK(std::abs(sum / count) < 4 / std::sqrt(count));
    CHECK(std::abs(squares / count - 1) < 4 * std::sqrt(2 / count));

    const Tensor fewer = draw_positions(20, width, 1), other = draw_positions(20, width, 2);
    bool differs = false;
    for (Size i = 0; i < fewer.count(); ++i) {
        CHECK(fewer.data()[i] == drawn.data()[i]);
        differs |= other.data()[i] != drawn.data()[i];
    }
    CHECK(differs);

    const PositionSimilarity similarity = similarity_of(drawn);
    for (Size p = 0; p < positions; ++p) {
        for (Size q = 0; q < p; ++q) CHECK(std::abs(cell(similarity.cosine, p, q)) < 5 / std::sqrt(static_cast<double>(width)));
    }
}

TEST_CASE("what is not a number stays so in the similarities of its row alone") {
    Tensor encoding = sinusoidal_encoding(4, 6);
    encoding.at({2, 1}) = std::numeric_limits<Scalar>::quiet_NaN();
    const PositionSimilarity similarity = similarity_of(encoding);
    for (Size p = 0; p < 4; ++p) {
        for (Size q = 0; q < 4; ++q) {
            CHECK(std::isnan(cell(similarity.dot_product, p, q)) == (p == 2 || q == 2));
            CHECK(std::isnan(cell(similarity.cosine, p, q)) == (p == 2 || q == 2));
        }
    }
}

TEST_CASE("a row of zeros has no direction") {
    const PositionSimilarity similarity = similarity_of(sinusoidal_encoding(3, 1));  // sin(0) = 0
    CHECK(cell(similarity.dot_product, 0, 1) == 0);
    CHECK(std::isnan(cell(similarity.cosine, 0, 1)));
}

}  // namespace vitrine::position_reading_test
