#include "app/widgets/number.h"

#include <doctest/doctest.h>

using namespace vitrine;

TEST_CASE("a power of ten is written with its exponent raised") {
    CHECK(power_of_ten(-3) == "10⁻³");
    CHECK(power_of_ten(12) == "10¹²");
    CHECK(power_of_ten(0) == "10⁰");
}
