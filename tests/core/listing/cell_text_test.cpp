#include "core/listing/cell_text.h"

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "core/tensor/tensor.h"

namespace vitrine::cell_text_test {

TEST_CASE("a cell is read as it is written") {
    const CellName cell = parse_cell("encoder.layers.0.self_attn.scores[0, 12,1,3]");
    CHECK(cell.path == "encoder.layers.0.self_attn.scores");
    CHECK(cell.rank == 4);
    CHECK(cell.index == Index{0, 12, 1, 3});
    Tensor tensor{Axis::batch, Axis::position};
    tensor.resize({2, 3});
    CHECK(cell_text("x", tensor.layout(), {1, 2}) == "x[1, 2]");
    CHECK(parse_cell(cell_text("x", tensor.layout(), {1, 2})).index == Index{1, 2});
}

TEST_CASE("what is no cell is refused") {
    for (const char* text : {"", "scores", "[1]", "scores[", "scores[]", "scores[1", "scores[1,]", "scores[a]", "scores[-1]",
                             "scores[1.5]", "scores[0,0,0,0,0]", "scores[99999999999999999999]"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_cell(text), Error);
    }
}

}  // namespace vitrine::cell_text_test
