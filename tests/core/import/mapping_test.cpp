#include "core/import/mapping.h"

#include <doctest/doctest.h>

namespace vitrine {

TEST_CASE("pieces are told by their names, and what these have in common once") {
    const auto piece = [](const char* tensor) { return Piece{.tensor = tensor}; };
    CHECK(pieces_text({piece("a.weight")}) == "a.weight");
    CHECK(pieces_text({piece("l.0.q.weight"), piece("l.0.k.weight"), piece("l.0.v.weight")}) == "l.0.{q, k, v}.weight");
    CHECK(pieces_text({piece("l.q"), piece("l.qk")}) == "l.{q, qk}");
    CHECK(pieces_text({piece("q.weight"), piece("k.weight")}) == "q.weight + k.weight");
    CHECK(pieces_text({piece("q.bias"), {.kind = Piece::Kind::zeros, .rows = 12}}) == "q.bias + 12 zeros");
    CHECK(pieces_text({{.tensor = "qkv", .first = 4, .rows = 8}}) == "qkv[4:12]");
    CHECK(pieces_text({piece("h.0.q"), piece("h.1.q"), piece("h.2.q"), piece("h.3.q"), piece("h.4.q")}) ==
          "h.{0, 1, 2, 3, … 5 in all}.q");
}

}  // namespace vitrine
