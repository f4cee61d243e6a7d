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

TEST_CASE("inside a shared loop there is one thread, so that a loop within stays where it is") {
    set_threads(3);
    std::vector<int> counts(3), visits(300);
    parallel_for(3, worth_sharing, [&](Size i) {
        counts[static_cast<std::size_t>(i)] = threads();
        parallel_for(100, worth_sharing, [&](Size j) { ++visits[static_cast<std::size_t>(100 * i + j)]; });
    });
    CHECK(counts == std::vector<int>(3, 1));
    CHECK(visits == std::vector<int>(300, 1));
    CHECK(threads() == 3);
    set_threads(0);
}

TEST_CASE("a loop over nothing does nothing") {
    parallel_for(0, 10 * worth_sharing, [](Size) { FAIL("there is no item"); });
}
