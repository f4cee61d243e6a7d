#include "core/listing/tensor_text.h"

#include <limits>
#include <sstream>

#include <doctest/doctest.h>

#include "core/text/plain_text.h"
#include "tests/core/approximately.h"

namespace vitrine::tensor_text_test {
using namespace vitrine::tests;

namespace {

const TokenLabels labels{.source = {{"je", "été"}, {"où", "<blank>"}}, .target = {{"a"}, {"b"}}, .vocabulary = {"a", "b", "month"}};

std::string text_of(const LabelledTensor& tensor, int precision = 4) {
    std::ostringstream out;
    write_cells(out, tensor, precision);
    return out.str();
}

}  // namespace

TEST_CASE("grids have words on both sides, and columns line up whatever stands in them") {
    const double infinity = std::numeric_limits<double>::infinity(), not_a_number = std::numeric_limits<double>::quiet_NaN();
    const Tensor scores = tensor_of({2, 1, 2, 2}, {0.12345, -infinity, not_a_number, -1e9, 1, 20, infinity, -3.5}, Axis::batch,
                                    Axis::head, Axis::query, Axis::key);
    CHECK(text_of({view(scores), Side::source, Side::source, labels}) ==
          "  sentence 1, head 1\n"
          "                 je          été\n"
          "    je       0.1235         -inf\n"
          "    été         nan  -1.0000e+09\n"
          "\n"
          "  sentence 2, head 1\n"
          "                 où      <blank>\n"
          "    où       1.0000      20.0000\n"
          "    <blank>     inf      -3.5000\n");
}

TEST_CASE("a row of numbers per sentence stands beside its heading") {
    IndexTensor tokens(Axis::batch, Axis::position);
    tokens.resize({2, 2});
    for (Size i = 0; i < 4; ++i) tokens.data()[i] = static_cast<std::int32_t>(i + 9);
    CHECK(text_of({view(tokens), Side::source, Side::none, labels}) ==
          "  sentence 1  je      été\n"
          "               9       10\n"
          "\n"
          "  sentence 2  où  <blank>\n"
          "              11       12\n");
}

TEST_CASE("a mask is one for all heads and shows integers") {
    MaskTensor mask(Axis::batch, Axis::head, Axis::query, Axis::key);
    mask.resize({1, 1, 1, 2});
    mask.at({0, 0, 0, 0}) = 1, mask.at({0, 0, 0, 1}) = 0;
    CHECK(text_of({view(mask), Side::target, Side::source, labels}) ==
          "  sentence 1\n"
          "       je  été\n"
          "    a   1    0\n");
}

TEST_CASE("the vocabulary heads its columns, features have none, and rows that are no words are counted from 0") {
    const Tensor probabilities = tensor_of({1, 1, 3}, {0.5, 0.25, 0.25}, Axis::batch, Axis::position, Axis::vocabulary);
    CHECK(text_of({view(probabilities), Side::target, Side::none, labels}, 2) ==
          "  sentence 1\n"
          "          a     b  month\n"
          "    a  0.50  0.25   0.25\n");
    const Tensor positions = tensor_of({2, 2}, {0, 1, -0.5, 2}, Axis::position, Axis::feature);
    CHECK(text_of({view(positions), Side::source, Side::none, labels}, 1) ==
          "    0   0.0  1.0\n"
          "    1  -0.5  2.0\n");
    const Tensor loss = tensor_of({1}, {2.5}, Axis::item);
    CHECK(text_of({view(loss), Side::none, Side::none, labels}, 0) == "    2\n");
}

TEST_CASE("axes are named with their sizes") {
    const Tensor positions = tensor_of({2, 2}, {0, 1, 2, 3}, Axis::position, Axis::feature);
    CHECK(axes_text(positions.layout()) == "[position 2, feature 2]");
}

TEST_CASE("width counts characters, not bytes, and control characters become pictures") {
    CHECK(text_width("étudiant") == 8);
    CHECK(left_aligned("é", 3) == "é  ");
    CHECK(right_aligned("longer", 3) == "longer");
    CHECK(printable("a\nb\x7f") == "a␊b␡");
}

}  // namespace vitrine::tensor_text_test
