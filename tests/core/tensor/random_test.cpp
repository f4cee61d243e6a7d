#include "core/tensor/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

namespace vitrine::random_test {

namespace {

/// Σ (observed − expected)² / expected, if all outcomes are equally probable.
template <std::size_t Outcomes>
double chi_square(const std::array<int, Outcomes>& counts) {
    double total = 0, sum = 0;
    for (const int count : counts) total += count;
    const double expected = total / Outcomes;
    for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
    return sum;
}

/// The borders of 16 equally probable pieces of the normal distribution, from Python's statistics.NormalDist.
constexpr std::array sixteenths{-1.534120544352546, -1.150349380376008, -0.887146559018876, -0.674489750196082,
                                -0.488776411114669, -0.318639363964375, -0.157310684610171, 0.0,
                                0.157310684610171,  0.318639363964375,  0.488776411114669,  0.674489750196082,
                                0.887146559018876,  1.150349380376008,  1.534120544352546};

/// Chi-square with 15 degrees of freedom exceeds this once in ten thousand times.
constexpr double unlikely_15 = 44.26;

}  // namespace

TEST_CASE("random numbers are xoshiro256** seeded through splitmix64") {
    // Computed with arbitrary-precision integers from the published algorithms.
    const auto starts_with = [](std::uint64_t seed, const std::array<std::uint64_t, 5>& expected) {
        Random random(seed);
        for (const std::uint64_t number : expected) CHECK(random.next() == number);
    };
    starts_with(0, {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0, 0x6aa594f1262d2d2c, 0xbba5ad4a1f842e59});
    starts_with(1, {0xb3f2af6d0fc710c5, 0x853b559647364cea, 0x92f89756082a4514, 0x642e1c7bc266a3a7, 0xb27a48e29a233673});
    starts_with(std::numeric_limits<std::uint64_t>::max(),
                {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e, 0xbf658d7e065f3c2f, 0x913593fda1bca32a});
}

TEST_CASE("uniform numbers are the upper 53 bits as a fraction") {
    Random random(1);
    for (const double expected : {0.7029218331588505, 0.5204366199388569, 0.5741057000197225, 0.39132860204190445})
        CHECK(random.uniform() == expected);
}

TEST_CASE("numbers below a bound reach every value equally often") {
    Random random(2);
    std::array<int, 16> counts{};
    for (int i = 0; i < 160'000; ++i) ++counts[random.below(16)];
    CHECK(chi_square(counts) < unlikely_15);
    for (int i = 0; i < 100; ++i) CHECK(random.below(1) == 0);
}

TEST_CASE("a bound that does not divide 2^64 favours no number") {
    // With 3·2^62 possible values, the remainder of a 64-bit number would be in the first third twice as often as it should.
    Random random(3);
    constexpr std::uint64_t third = std::uint64_t(1) << 62;
    std::array<int, 3> counts{};
    for (int i = 0; i < 30'000; ++i) ++counts[random.below(3 * third) / third];
    CHECK(chi_square(counts) < 18.42);  // 2 degrees of freedom, once in ten thousand times
}

TEST_CASE("normal numbers have the moments of the normal distribution") {
    Random random(4);
    constexpr int count = 400'000;
    std::array<double, 5> moment{};
    for (int i = 0; i < count; ++i) {
        const double x = random.normal();
        for (std::size_t power = 1; power < moment.size(); ++power) moment[power] += std::pow(x, power) / count;
    }
    // Four standard errors of each: √1, √2, √15, √96, divided by √count.
    CHECK(std::abs(moment[1]) < 4 * 1.0 / std::sqrt(count));
    CHECK(std::abs(moment[2] - 1) < 4 * std::sqrt(2.0 / count));
    CHECK(std::abs(moment[3]) < 4 * std::sqrt(15.0 / count));
    CHECK(std::abs(moment[4] - 3) < 4 * std::sqrt(96.0 / count));
}

TEST_CASE("normal numbers fill equally probable pieces equally, in the tails too") {
    Random random(5);
    std::array<int, 16> counts{};
    int beyond_three = 0;
    constexpr int count = 400'000;
    for (int i = 0; i < count; ++i) {
        const double x = random.normal();
        ++counts[static_cast<std::size_t>(std::upper_bound(sixteenths.begin(), sixteenths.end(), x) - sixteenths.begin())];
        beyond_three += std::abs(x) > 3;
    }
    CHECK(chi_square(counts) < unlikely_15);
    const double expected = 0.0026997960632601866 * count;  // erfc(3/√2)
    CHECK(std::abs(beyond_three - expected) < 4 * std::sqrt(expected));
}

}  // namespace vitrine::random_test
