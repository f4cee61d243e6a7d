#include "app/widgets/chart/plot.h"

#include <cmath>

#include <doctest/doctest.h>

namespace vitrine::plot_test {

namespace {

const AxisRange hundred{0, 100};

std::vector<PlotPiece> steps(int count, double (*value)(int)) {
    std::vector<PlotPiece> pieces;
    for (int i = 0; i < count; ++i) {
        const double at = (i + 0.5) * 100.0 / count;
        pieces.push_back({at, at, value(i), value(i), value(i)});
    }
    return pieces;
}

}  // namespace

TEST_CASE("linear ticks are 1, 2 or 5 times a power of ten apart, within the range, and no more than asked for") {
    for (const double high : {0.0007, 0.02, 1.0, 3.0, 7.3, 120.0, 12345.0}) {
        for (int most = 2; most < 12; ++most) {
            const std::vector<double> found = ticks({0, high}, most);
            REQUIRE(found.size() >= 2);
            CHECK(static_cast<int>(found.size()) <= most + 1);
            const double step = found[1] - found[0];
            const double digit = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
            CHECK((std::abs(digit - 1) < 1e-6 || std::abs(digit - 2) < 1e-6 || std::abs(digit - 5) < 1e-6));
            CHECK(found.front() == 0);
            CHECK(found.back() <= high * (1 + 1e-9));
            CHECK(found.back() + step > high);
        }
    }
}

TEST_CASE("a range from zero holds its highest number and little more") {
    for (double highest = 1e-6; highest < 1e7; highest *= 1.37) {
        const AxisRange range = range_from_zero(highest);
        CHECK(range.high >= highest * (1 - 1e-9));
        CHECK(range.high <= 1.4 * highest);
    }
    CHECK(range_from_zero(0).high == 1);
    CHECK(range_from_zero(NAN).high == 1);
}

TEST_CASE("a logarithmic range goes from a round number to another, over a decade at least") {
    const AxisRange range = logarithmic_range(0.0144, 3.2);
    CHECK(range.low == doctest::Approx(0.012));
    CHECK(range.high == doctest::Approx(4));
    const AxisRange narrow = logarithmic_range(2, 2);
    CHECK(narrow.low <= 2);
    CHECK(narrow.high >= 2);
    CHECK(narrow.high / narrow.low >= 9.99);
    CHECK(range.share(0.012) == doctest::Approx(0));
    CHECK(range.share(4) == doctest::Approx(1));
    CHECK(range.at(range.share(0.5)) == doctest::Approx(0.5));
    CHECK(range.share(0) < 0);
}

TEST_CASE("logarithmic ticks are the same digits in every decade, or powers of ten where there is less room") {
    const AxisRange range{0.01, 3, AxisScale::logarithmic};
    const std::vector<double> thirds = ticks(range, 6);
    REQUIRE(thirds.size() == 6);
    CHECK(thirds[1] == doctest::Approx(0.03));
    CHECK(thirds[5] == doctest::Approx(3));
    const std::vector<double> powers = ticks(range, 4);
    REQUIRE(powers.size() == 3);
    CHECK(powers[1] == doctest::Approx(0.1));
    for (int most = 1; most < 9; ++most) CHECK(static_cast<int>(ticks({1e-7, 1e3, AxisScale::logarithmic}, most).size()) <= most);
}

TEST_CASE("numbers beside an axis are short") {
    CHECK(tick_text(ticks({0, 1}, 4)[0]) == "0");
    CHECK(tick_text(0.002) == "0.002");
    CHECK(tick_text(20'000) == "20k");
    CHECK(tick_text(1'500'000) == "1.5M");
    CHECK(tick_text(0.00002) == "2e-5");
}

TEST_CASE("however many steps there are, a column of pixels keeps their smallest, their largest and their mean value") {
    const std::vector<PlotPiece> pieces = steps(100'000, [](int i) { return i % 1000 == 7 ? 50.0 : i % 2 ? 1.0 : 3.0; });
    const std::vector<PlotColumn> columns = columns_of(pieces, hundred, 400);
    REQUIRE(columns.size() == 400);
    double highest = 0;
    for (const PlotColumn& column : columns) {
        CHECK(column.low == 1);
        CHECK(column.mean == doctest::Approx(2).epsilon(0.2));
        highest = std::max(highest, column.high);
    }
    CHECK(highest == 50);  // a single step is not lost
}

TEST_CASE("steps outside the axis are left out, and a few steps keep their places") {
    const std::vector<PlotPiece> pieces{
        {-5, -5, 1, 1, 1}, {0, 0, 2, 2, 2}, {50, 50, 3, 3, 3}, {100, 100, 4, 4, 4}, {101, 101, 5, 5, 5}};
    const std::vector<PlotColumn> columns = columns_of(pieces, hundred, 200);
    REQUIRE(columns.size() == 3);
    CHECK(columns[0].column == 0);
    CHECK(columns[1].column == 100);
    CHECK(columns[2].column == 199);
}

TEST_CASE("the running mean of a constant is the constant, and of a jump lies between") {
    std::vector<PlotColumn> columns = columns_of(steps(500, [](int) { return 2.0; }), hundred, 500);
    smooth(columns);
    for (const PlotColumn& column : columns) CHECK(column.mean == doctest::Approx(2));
    columns = columns_of(steps(500, [](int i) { return i < 250 ? 0.0 : 1.0; }), hundred, 500);
    REQUIRE(columns.size() == 500);
    smooth(columns);
    CHECK(columns[255].mean > 0.2);
    CHECK(columns[255].mean < 0.8);
    CHECK(columns[499].mean == doctest::Approx(1).epsilon(0.01));
}

}  // namespace vitrine::plot_test
