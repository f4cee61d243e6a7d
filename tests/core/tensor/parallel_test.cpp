#include "core/tensor/parallel.h"

#include <vector>

#include <doctest/doctest.h>

using namespace vitrine;

TEST_CASE("a loop visits every item once, shared between threads or not") {
    for (const int count : {1, 2, 5}) {
        set_threads(count);
        CHECK(threads() == count);
        for (const Size work : {Size(1), 10 * worth_sharing}) {
            std::vector<int> visits(1000);
            parallel_for(1000, work, [&](Size i) { ++visits[static_cast<std::size_t>(i)]; });
            CHECK(visits == std::vector<int>(1000, 1));
        }
    }
    set_threads(0);
    CHECK(threads() >= 1);
}

TEST_CASE("a loop over nothing does nothing") {
    parallel_for(0, 10 * worth_sharing, [](Size) { FAIL("there is no item"); });
}
