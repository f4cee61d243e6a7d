#include "app/base/trail.h"

#include <doctest/doctest.h>

namespace vitrine::trail_test {

TEST_CASE("a trail leads back to where one came from and forward again") {
    Trail trail;
    CHECK_FALSE(trail.has_back());
    CHECK(trail.back() == nullptr);
    trail.go({"scores", {0, 1, 1, 0}});
    trail.go({"query", {0, 1, 1, 0}});
    trail.go({"query", {0, 1, 1, 0}});  // the same place again is no step
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

}  // namespace vitrine::trail_test
