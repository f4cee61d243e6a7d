#include "app/widgets/number.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "core/tensor/random.h"

namespace vitrine::number_test {

TEST_CASE("a power of ten is written with its exponent raised") {
    CHECK(power_of_ten(-3) == "10⁻³");
    CHECK(power_of_ten(12) == "10¹²");
    CHECK(power_of_ten(0) == "10⁰");
}

TEST_CASE("zero has no sign, whichever zero it is") {
    for (const double zero : {0.0, -0.0}) {
        CHECK(signed_number(zero, ElementType::scalar) == "0.0000");
        CHECK(plain_number(zero) == "0.0000");
        CHECK(short_signed_number(zero, 2) == "0.00");
    }
}

TEST_CASE("a number that is not zero never reads as zero, and keeps its sign") {
    for (int exponent = -30; exponent <= 12; ++exponent) {
        for (const double digits : {1.0, -1.3, 4.9, -5.1, 9.99}) {
            const double value = digits * std::pow(10, exponent);
            INFO(value);
            for (const std::string& text : {signed_number(value, ElementType::scalar), plain_number(value)}) {
                CHECK(std::stod(text) == doctest::Approx(value).epsilon(0.02));
            }
            CHECK(std::stod(brief_number(value)) == doctest::Approx(value).epsilon(0.06));
            CHECK(brief_number(std::abs(value)).size() <= 10);
            CHECK(signed_number(value, ElementType::scalar)[0] == (value < 0 ? '-' : '+'));
            const std::string brief = short_signed_number(value, 2);
            CHECK(brief[0] == (value < 0 ? '-' : '+'));
            CHECK(std::stod(brief) != 0);
        }
    }
    CHECK(signed_number(1.3e-6, ElementType::scalar) == "+1.300e-6");
    CHECK(short_signed_number(-0.004, 2) == "-4e-3");
    CHECK(brief_number(2.4e-6) == "2.4e-6");
    CHECK(brief_number(0.0525) == "0.0525");
    CHECK(short_signed_number(-0.006, 2) == "-0.01");
}

TEST_CASE("ids and masks are written as whole numbers, and what is no number in words") {
    CHECK(signed_number(4, ElementType::index) == "4");
    CHECK(signed_number(0, ElementType::mask) == "0");
    CHECK(signed_number(-INFINITY, ElementType::scalar) == "−∞");
    CHECK(plain_number(NAN) == "NaN");
    CHECK(short_signed_number(INFINITY, 1) == "∞");
}

TEST_CASE("a number in a cell fits it, and is the number that it would be with more room, rounded") {
    Random random(3);
    for (int i = 0; i < 20000; ++i) {
        const double value = (random.uniform() < 0.5 ? -1 : 1) * std::pow(10, 9 * random.uniform() - 3);
        const int characters = 4 + static_cast<int>(random.below(5));
        const std::string text = cell_number(value, ElementType::scalar, decimals_within(characters, true));
        INFO(value, " in ", characters, ": ", text);
        CHECK(static_cast<int>(text.size()) + (value > 0 ? 1 : 0) <= characters);
        const std::size_t point = text.find('.');
        const double unit = text.find('e') != std::string::npos ? std::pow(10, std::floor(std::log10(std::abs(value))))
                            : point == std::string::npos        ? 1
                                                                : std::pow(10, -static_cast<double>(text.size() - point - 1));
        CHECK(std::abs(std::stod(text) - value) <= 0.5001 * unit);
    }
    CHECK(cell_number(-0.3333, ElementType::scalar, 2) == "-0.33");
    CHECK(cell_number(-12.345, ElementType::scalar, 2) == "-12.3");
    CHECK(cell_number(9.996, ElementType::scalar, 2) == "10.0");
    CHECK(cell_number(-123.4, ElementType::scalar, 1) == "-123");
    CHECK(cell_number(1e9, ElementType::scalar, 1) == "1e9");
    CHECK(cell_number(-0.001, ElementType::scalar, 2) == "0.00");
    CHECK(decimals_within(7, true) == 4);
    CHECK(decimals_within(20, false) == 4);
    CHECK(decimals_within(4, true) == 1);
}

}  // namespace vitrine::number_test
