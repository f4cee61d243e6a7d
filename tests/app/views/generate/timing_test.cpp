#include "app/views/generate/timing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <doctest/doctest.h>

#include "tests/core/random_models.h"

namespace vitrine::timing_test {
using namespace vitrine::tests;

namespace {

/// A clock that goes on only when it is told to, and shows whole ticks.
struct FakeClock {
    double now = 1000, tick = 0.01;
    bool runs_by_itself = true;  ///< goes on by a tick with every reading, as a real one does while it is read

    double shown() {
        if (runs_by_itself) now += tick;
        return std::floor(now / tick) * tick;
    }
    MicrosecondClock clock() {
        return [this] { return shown(); };
    }
    /// What something takes by this clock.
    double measure(double microseconds) {
        const double start = std::floor(now / tick) * tick;
        now += microseconds;
        return std::floor(now / tick) * tick - start;
    }
};

/// A way of doing something in three steps.
struct Doing {
    FakeClock& clock;
    double each = 10;  ///< microseconds of a step
    double noise = 0;  ///< a step takes up to so much more, as a part of `each`
    double cold = 0;   ///< the first run takes so much more
    Random random{9};
    std::vector<char>* log = nullptr;
    char name = 'a';
    int runs = 0;

    MeasuredSteps operator()() {
        if (log) log->push_back(name);
        MeasuredSteps measured;
        for (int i = 0; i < 3; ++i) {
            const double extra = each * noise * random.uniform() + (runs == 0 ? cold / 3 : 0);
            measured.steps.push_back(clock.measure(each + extra));
            measured.total += measured.steps.back();
        }
        ++runs;
        return measured;
    }
};

MeasuredTimes measured(Doing& with, Doing* without, FakeClock& clock, const TimingLimits& limits = {}) {
    InterleavedTiming timing([&] { return with(); }, without ? InterleavedTiming::Run([without] { return (*without)(); }) : nullptr,
                             clock.clock(), limits);
    int turns = 0;
    while (timing.turn()) REQUIRE(++turns < 1000);
    return timing.result();
}

}  // namespace

TEST_CASE("a clock tells what its ticks are, and one that stands still tells nothing") {
    for (const double tick : {0.04, 1.0, 100.0}) {
        FakeClock clock{.tick = tick};
        CHECK(clock_resolution(clock.clock()) == doctest::Approx(tick).epsilon(1e-6));
    }
    FakeClock stopped{.runs_by_itself = false};
    CHECK(std::isinf(clock_resolution(stopped.clock())));
}

TEST_CASE("a clear difference is the one of the medians, whatever the first run took and single runs were held up by") {
    FakeClock clock;
    Doing with{.clock = clock, .each = 10, .noise = 0.1, .cold = 6000}, without{.clock = clock, .each = 16, .noise = 0.1};
    const MeasuredTimes times = measured(with, &without, clock);
    REQUIRE(times.with.size() >= 5);
    CHECK(times.with.size() == times.without.size());
    CHECK(with.runs == static_cast<int>(times.with.size()) + 1);  // the first is not counted
    const ComparedTimes all = times_of_all(times), step = times_of_step(times, 1);
    CHECK(all.differ);
    CHECK(step.differ);
    CHECK(*all.with == doctest::Approx(31.5).epsilon(0.05));
    CHECK(*all.without == doctest::Approx(50.4).epsilon(0.05));
    CHECK(*all.without / *all.with == doctest::Approx(1.6).epsilon(0.05));
    CHECK(*step.with == doctest::Approx(10.5).epsilon(0.1));
    CHECK_FALSE(times_of_step(times, 3).with);  // there is no fourth step
    // A run in seven that is held up a hundredfold moves no median.
    MeasuredTimes held_up = times;
    for (std::size_t i = 0; i < held_up.with.size(); i += 7) held_up.with[i].total *= 100;
    CHECK(*times_of_all(held_up).with == doctest::Approx(31.5).epsilon(0.05));
    CHECK(times_of_all(held_up).differ);
}

TEST_CASE("what is said of several runs is the middle one, or the mean of the two in the middle") {
    const std::vector<double> odd{30, 2, 11, 9, 10}, even{4, 40, 8, 6, 5, 20};
    const ComparedTimes times = compare_times(odd, even, 0.01);
    CHECK(*times.with == doctest::Approx(10));
    CHECK(*times.without == doctest::Approx(7));
}

TEST_CASE("runs of both are taken in turn, and each begins as often as the other") {
    FakeClock clock;
    std::vector<char> log;
    Doing with{.clock = clock, .log = &log, .name = 'a'}, without{.clock = clock, .log = &log, .name = 'b'};
    measured(with, &without, clock);
    REQUIRE(log.size() >= 12);
    int a_first = 0, pairs = 0;
    for (std::size_t i = 2; i + 1 < log.size(); i += 2) {
        CHECK(log[i] != log[i + 1]);
        a_first += log[i] == 'a';
        ++pairs;
    }
    CHECK(std::abs(2 * a_first - pairs) <= 1);
}

TEST_CASE("no difference is said to be one where the runs differ more among themselves, or the clock is too coarse") {
    int said = 0, checked = 0;
    Random random(4);
    for (int round = 0; round < 300; ++round) {
        FakeClock clock;
        const double each = 5 + 100 * random.uniform(), noise = 0.05 + 0.5 * random.uniform();
        Doing with{.clock = clock, .each = each, .noise = noise, .random = Random(random.next())},
            without{.clock = clock, .each = each, .noise = noise, .random = Random(random.next())};
        said += times_of_all(measured(with, &without, clock)).differ;
        ++checked;
    }
    CHECK(checked == 300);
    CHECK(said <= 3);  // of two that take the same time

    // Two ways whose times differ by much less than the noise cannot be told apart.
    FakeClock clock;
    Doing a{.clock = clock, .each = 10, .noise = 1, .random = Random(1)},
        b{.clock = clock, .each = 10.5, .noise = 1, .random = Random(2)};
    CHECK_FALSE(times_of_all(measured(a, &b, clock)).differ);

    // A clock with ticks of 100 µs tells neither 10 from 16, nor that they took any time.
    FakeClock coarse{.tick = 100};
    Doing with{.clock = coarse, .each = 10}, without{.clock = coarse, .each = 16};
    const MeasuredTimes times = measured(with, &without, coarse);
    CHECK(times.resolution == doctest::Approx(100));
    CHECK_FALSE(times_of_step(times, 0).with);
    CHECK_FALSE(times_of_step(times, 0).differ);
    CHECK_FALSE(times_of_all(times).differ);
}

TEST_CASE("fewer than five runs tell no difference, and what takes long is measured once or five times, not more") {
    const std::vector<double> low{10, 10, 10, 10}, high{20, 20, 20, 20};
    CHECK_FALSE(compare_times(low, high, 0.01).differ);
    CHECK(*compare_times(low, high, 0.01).with == 10);
    const std::vector<double> five_low(5, 10.0), five_high(5, 20.0);
    CHECK(compare_times(five_low, five_high, 0.01).differ);
    CHECK_FALSE(compare_times(five_low, five_high, 10.5).with);
    CHECK_FALSE(compare_times(five_low, five_high, 10).differ);  // no more apart than a tick
    CHECK_FALSE(compare_times({}, five_high, 0.01).with);
    CHECK_FALSE(compare_times({}, {}, 0.01).differ);

    FakeClock clock;
    Doing slow{.clock = clock, .each = 1e6}, slower{.clock = clock, .each = 2e6};
    CHECK(measured(slow, &slower, clock).with.size() == 1);
    Doing lengthy{.clock = clock, .each = 20'000}, lengthier{.clock = clock, .each = 30'000};
    CHECK(measured(lengthy, &lengthier, clock).with.size() == 5);
    Doing brief{.clock = clock, .each = 10};
    const MeasuredTimes alone = measured(brief, nullptr, clock);
    CHECK(alone.with.size() == 21);
    CHECK(alone.without.empty());
    CHECK(*times_of_all(alone).with == doctest::Approx(30).epsilon(0.01));
    CHECK_FALSE(times_of_all(alone).differ);
}

}  // namespace vitrine::timing_test
