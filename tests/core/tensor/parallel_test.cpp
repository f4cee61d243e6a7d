#include "core/tensor/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace vitrine::parallel_test {

TEST_CASE("a loop visits every item once, shared between threads or not") {
    for (const int count : {1, 2, 5}) {
        set_threads(count);
        CHECK(threads() == count);
        for (const Size work : {Size(1), 10 * least_parallel_work}) {
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
    parallel_for(3, least_parallel_work, [&](Size i) {
        counts[static_cast<std::size_t>(i)] = threads();
        parallel_for(100, least_parallel_work, [&](Size j) { ++visits[static_cast<std::size_t>(100 * i + j)]; });
    });
    CHECK(counts == std::vector<int>(3, 1));
    CHECK(visits == std::vector<int>(300, 1));
    CHECK(threads() == 3);
    set_threads(0);
}

TEST_CASE("a loop over nothing does nothing") {
    std::atomic<int> calls{0};
    parallel_for(0, 10 * least_parallel_work, [&](Size) { ++calls; });
    CHECK(calls == 0);
}

TEST_CASE("what is thrown in shared work arrives once all of it is done") {
    set_threads(3);
    std::vector<int> calls(7);
    const auto part = [&](Size i) {
        ++calls[static_cast<std::size_t>(i)];
        throw std::runtime_error("number " + std::to_string(i));
    };
    CHECK_THROWS_WITH_AS(share(7, part), doctest::Contains("number "), std::runtime_error);
    CHECK(calls == std::vector<int>(7, 1));
    CHECK(threads() == 3);
    set_threads(0);
}

TEST_CASE("work that is shared ten thousand times in a row, with and without pauses, is done once each time") {
    set_threads(3);
    for (int round = 0; round < 10'000; ++round) {
        std::vector<int> calls(5);
        const auto part = [&](Size i) { ++calls[static_cast<std::size_t>(i)]; };
        share(5, part);
        REQUIRE(calls == std::vector<int>(5, 1));
        if (round % 1000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    set_threads(0);
}

TEST_CASE("threads that share work of their own do not get in each other's way") {
    std::atomic<Size> sum = 0;
    const auto add_up = [&] {
        set_threads(2);
        const auto part = [&](Size i) { sum += i; };
        for (int round = 0; round < 500; ++round) share(10, part);
    };
    std::thread first(add_up), second(add_up);
    first.join(), second.join();
    CHECK(sum == 2 * 500 * 45);
}

TEST_CASE("what is shared among all is done once on every thread") {
    set_threads(3);
    std::vector<std::thread::id> ids(3);
    const auto part = [&](Size i) { ids[static_cast<std::size_t>(i)] = std::this_thread::get_id(); };
    share_among_all(part);
    std::sort(ids.begin(), ids.end());
    CHECK(std::unique(ids.begin(), ids.end()) == ids.end());
    set_threads(0);
}

}  // namespace vitrine::parallel_test
