#include "core/train/history.h"

#include <algorithm>

#include <doctest/doctest.h>

namespace vitrine::history_test {

namespace {

History of_steps(std::int64_t count) {
    History history;
    for (std::int64_t step = 1; step <= count; ++step) {
        history.add({.step = step, .loss = 1.0 / static_cast<double>(step)});
        if (step % 100 == 0) history.add_held_out(step, {.loss = static_cast<double>(step)});
    }
    return history;
}

void check_steps(const History& history, std::int64_t count) {
    REQUIRE(history.size() == static_cast<std::size_t>(count));
    bool in_order = true;
    for (std::size_t i = 0; i < history.size(); ++i) in_order &= history[i].step == static_cast<std::int64_t>(i) + 1;
    CHECK(in_order);
    CHECK(history.held_out().size() == static_cast<std::size_t>(count / 100));
}

constexpr std::int64_t lengths[] = {0, 1, 511, 512, 513, 1024, 1700};

}  // namespace

TEST_CASE("a history holds every step, oldest first") {
    for (const std::int64_t length : lengths) check_steps(of_steps(length), length);
}

TEST_CASE("a history cut after a step is the one it was then, and goes on from there") {
    for (const std::int64_t length : lengths) {
        for (const std::int64_t step : lengths) {
            History history = of_steps(length);
            history.cut_after(step);
            const std::int64_t left = std::min(length, step);
            check_steps(history, left);
            for (std::int64_t i = left + 1; i <= left + 600; ++i) history.add({.step = i});
            CHECK(history.size() == static_cast<std::size_t>(left + 600));
            CHECK(history[history.size() - 1].step == left + 600);
            CHECK(history[static_cast<std::size_t>(left) + 512].step == left + 513);
        }
    }
}

TEST_CASE("a copy does not see what happens to the original") {
    History history = of_steps(1300);
    const History copy = history;
    history.cut_after(600);
    for (std::int64_t step = 601; step <= 2000; ++step) history.add({.step = step, .loss = -1});
    check_steps(copy, 1300);
    CHECK(copy[1299].loss == 1.0 / 1300);
    CHECK(copy[700].loss == 1.0 / 701);
}

}  // namespace vitrine::history_test
