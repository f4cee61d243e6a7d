/// The options for the look of a figure, as users type them.

#include "app/export/figure_style.h"

#include <doctest/doctest.h>

#include "core/tensor/error.h"

namespace vitrine::figure_style_test {

TEST_CASE("widths have units") {
    CHECK(figure_width("84mm") == doctest::Approx(84));
    CHECK(figure_width("84") == doctest::Approx(84));
    CHECK(figure_width("8.4cm") == doctest::Approx(84));
    CHECK(figure_width("2in") == doctest::Approx(50.8));
    CHECK(figure_width("144pt") == doctest::Approx(50.8));
    for (const char* wrong : {"", "mm", "84 mm", "84m", "-84mm", "nan", "inf", "1mm", "5m"})
        CHECK_THROWS_AS(figure_width(wrong), Error);
}

TEST_CASE("a background is read as it is written") {
    for (const char* text : {"theme", "none", "#F4F0E6", "#000000"}) CHECK(text_of(figure_ground(text)) == text);
    CHECK(figure_ground("#f4f0e6").rgb == 0xf4f0e6);
    for (const char* wrong : {"", "white", "#fff", "#12345g", "F4F0E6", "#-12345", "#F4F0E6 "})
        CHECK_THROWS_AS(figure_ground(wrong), Error);
}

TEST_CASE("the ending of its name tells the format of a figure") {
    CHECK(figure_format("a.svg") == FigureFormat::svg);
    CHECK(figure_format("a.b/c.PDF") == FigureFormat::pdf);
    CHECK(figure_format("a.png") == FigureFormat::png);
    CHECK(!figure_format("pdf"));
    CHECK(!figure_format("a.svg.gz"));
}

}  // namespace vitrine::figure_style_test
