#include "app/base/trail.h"

#include <doctest/doctest.h>

namespace vitrine::trail_test {

TEST_CASE("a trail leads back to where one came from and forward again") {
    Trail trail;
    CHECK_FALSE(trail.has_back());
    CHECK(trail.back() == nullptr);
    trail.go({"scores", Index{0, 1, 1, 0}});
    trail.go({"query", Index{0, 1, 1, 0}});
    trail.go({"query", Index{0, 1, 1, 0}});  // the same place again does not count as a step
    REQUIRE(trail.has_back());
    CHECK(trail.back()->tensor == "scores");
    CHECK_FALSE(trail.has_back());
    REQUIRE(trail.has_forward());
    CHECK(trail.forward()->tensor == "query");
    CHECK_FALSE(trail.has_forward());
}

TEST_CASE("going somewhere else forgets what lay ahead") {
    Trail trail;
    trail.go({"a", {}});
    trail.go({"b", {}});
    trail.back();
    trail.go({"c", {}});
    CHECK_FALSE(trail.has_forward());
    CHECK(trail.back()->tensor == "a");
    trail.clear();
    CHECK_FALSE(trail.has_back());
    CHECK_FALSE(trail.has_forward());
}

TEST_CASE("a cell is one place whichever view showed it; places of views are told apart by their view") {
    Trail trail;
    trail.go({.tensor = "scores", .cell = Index{1}, .view = View::map});
    trail.go({.tensor = "scores", .cell = Index{1}, .view = View::tensors});
    CHECK_FALSE(trail.has_back());
    trail.go({.own = "mask", .view = View::masks});
    trail.go({.own = "mask", .view = View::masks});
    trail.go({.own = "padding", .view = View::masks});
    trail.go({.view = View::masks});
    trail.go({.view = View::map});
    CHECK(trail.back()->view == View::masks);
    CHECK(trail.back()->own == "padding");
    CHECK(trail.back()->own == "mask");
    CHECK(trail.back()->tensor == "scores");
    CHECK_FALSE(trail.has_back());
}

}  // namespace vitrine::trail_test
