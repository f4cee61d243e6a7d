#include "core/history/rise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "tests/core/random_models.h"

namespace vitrine::rise_test {
using namespace vitrine::tests;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The steps of kept moments: every step up to 20, and from there on steps that are each a twentieth later than the one before.
std::vector<std::int64_t> kept_steps(std::int64_t last) {
    std::vector<std::int64_t> steps;
    for (std::int64_t step = 0; step < last; step = std::max(step + 1, step + step / 20)) steps.push_back(step);
    steps.push_back(last);
    return steps;
}

double normal(Random& random) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.uniform();
    return sum;
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

template <class Value>
std::vector<CurvePoint> curve(const std::vector<std::int64_t>& steps, Value&& value) {
    std::vector<CurvePoint> points;
    for (const std::int64_t step : steps) points.push_back({step, value(static_cast<double>(step))});
    return points;
}

}  // namespace

TEST_CASE("a logistic rise is dated where it is steepest, whatever its height, its width and the noise") {
    Random random(3);
    int checked = 0;
    for (int round = 0; round < 600; ++round) {
        const double last = 400 + 3000 * random.uniform(), centre = last * (0.1 + 0.6 * random.uniform());
        const double width = centre * (0.03 + 0.12 * random.uniform()), height = 0.4 + 0.5 * random.uniform();
        const double noise = height * 0.04 * random.uniform();
        const auto steps = kept_steps(static_cast<std::int64_t>(last));
        const auto points =
            curve(steps, [&](double step) { return 0.1 + height * logistic((step - centre) / width) + noise * normal(random); });
        const auto rise = steepest_rise(points);
        REQUIRE(rise);
        CAPTURE(centre);
        CAPTURE(width);
        CAPTURE(noise);
        // A quarter and three quarters of the rise are ln 3 = 1.1 widths before and after the centre; moments are a twentieth
        // apart.
        CHECK(std::abs(static_cast<double>(rise->step) - centre) <= 1.1 * width + 0.1 * centre);
        CHECK(static_cast<double>(rise->from) < centre + width + 0.06 * centre);
        CHECK(static_cast<double>(rise->until) > centre - width - 0.06 * centre);
        CHECK(rise->from < rise->until);
        CHECK((rise->from <= rise->step && rise->step <= rise->until));
        CHECK(rise->after == doctest::Approx(0.1 + height).epsilon(0.15));
        ++checked;
    }
    CHECK(checked == 600);
}

TEST_CASE("a slow creep over a threshold long after the rise does not date it") {
    // From 0.1 to 0.48 around step 250, then slowly over 0.5 at step 1800.
    const auto points =
        curve(kept_steps(2000), [](double step) { return 0.1 + 0.38 * logistic((step - 250) / 25) + 0.03 * step / 2000; });
    const auto rise = steepest_rise(points);
    REQUIRE(rise);
    CHECK((rise->step >= 220 && rise->step <= 290));
    CHECK((rise->from >= 180 && rise->until <= 320));
}

TEST_CASE("noise, plateaus, falls, single outliers, too few points and what is no number make no rise") {
    Random random(4);
    int checked = 0;
    for (int round = 0; round < 300; ++round) {
        const auto steps = kept_steps(100 + static_cast<std::int64_t>(random.below(3000)));
        const double level = random.uniform(), noise = 0.1 * random.uniform();
        const double slope = random.below(2) == 0 ? 0 : 0.3 * random.uniform();
        const double last = static_cast<double>(steps.back());
        const auto points =
            curve(steps, [&](double step) { return level - slope * step / last + noise * normal(random); });  // flat, or falling
        CHECK_FALSE(steepest_rise(points));
        ++checked;
    }
    CHECK(checked == 300);
    const auto steps = kept_steps(500);
    auto spiked = curve(steps, [](double) { return 0.2; });
    spiked[spiked.size() / 2].value = 0.95;
    spiked.back().value = 0.95;
    CHECK_FALSE(steepest_rise(spiked));
    CHECK_FALSE(steepest_rise({}));
    CHECK_FALSE(steepest_rise(std::vector<CurvePoint>{{0, 0.9}}));
    CHECK_FALSE(steepest_rise(std::vector<CurvePoint>{{0, 0.1}, {1, 0.1}, {2, 0.9}, {3, 0.9}}));
    CHECK_FALSE(steepest_rise(curve(steps, [](double) { return nan; })));
    // What rises and falls again has not risen in the end.
    CHECK_FALSE(steepest_rise(curve(steps, [](double step) { return 0.1 + (step > 100 && step < 300 ? 0.8 : 0.0); })));
}

TEST_CASE("points that are no numbers are left out, and an early jump that does not last is not the rise") {
    const auto steps = kept_steps(1500);
    auto points = curve(steps, [](double step) { return 0.05 + 0.9 * logistic((step - 600) / 40); });
    const auto whole = steepest_rise(points);
    REQUIRE(whole);
    for (std::size_t i = 3; i < points.size(); i += 7) points[i].value = nan;
    const auto rise = steepest_rise(points);
    REQUIRE(rise);
    CHECK(std::abs(rise->step - whole->step) <= 60);
    const auto jumpy =
        curve(steps, [](double step) { return step >= 6 && step <= 14 ? 0.7 : 0.05 + 0.9 * logistic((step - 600) / 40); });
    const auto late = steepest_rise(jumpy);
    REQUIRE(late);
    CHECK(std::abs(late->step - 600) <= 80);
}

namespace {

std::vector<CurvePoint> losses(std::size_t count, const auto& loss_at) {
    std::vector<CurvePoint> points;
    for (std::size_t i = 1; i <= count; ++i) points.push_back({static_cast<std::int64_t>(i), loss_at(static_cast<double>(i))});
    return points;
}

}  // namespace

TEST_CASE("the knee of a loss that falls fast and then slowly is where the slopes change") {
    Random random(5);
    int checked = 0;
    for (int round = 0; round < 300; ++round) {
        const auto count = 200 + random.below(3000);
        const double knee = static_cast<double>(count) * (0.1 + 0.4 * random.uniform());
        const double fast = 1 + 2 * random.uniform(), slow = 0.5 * random.uniform(), noise = 0.05 * random.uniform();
        const auto points = losses(count, [&](double step) {
            const double fallen =
                step < knee ? fast * step / knee : fast + slow * (step - knee) / (static_cast<double>(count) - knee);
            return 3 * std::exp(-fallen + noise * normal(random));
        });
        const auto found = knee_of(points);
        REQUIRE(found);
        CHECK(std::abs(static_cast<double>(found->step) - knee) <= 0.05 * static_cast<double>(count));
        CHECK(found->loss == doctest::Approx(3 * std::exp(-fast)).epsilon(0.25));
        ++checked;
    }
    CHECK(checked == 300);
}

TEST_CASE("where a loss falls by one factor per step, stays, rises, or is no number there is no knee") {
    Random random(6);
    for (int round = 0; round < 200; ++round) {
        const double noise = 0.2 * random.uniform(), fall = 4 * random.uniform();
        CHECK_FALSE(knee_of(losses(500, [&](double step) { return 2 * std::exp(-fall * step / 500 + noise * normal(random)); })));
        CHECK_FALSE(knee_of(losses(500, [&](double step) { return 1 + step / 500 + 0.1 * noise * normal(random); })));
    }
    CHECK_FALSE(knee_of({}));
    CHECK_FALSE(knee_of(losses(1, [](double) { return 1.0; })));
    CHECK_FALSE(knee_of(losses(19, [](double step) { return step < 5 ? 3.0 : 1.0; })));
    CHECK_FALSE(knee_of(losses(300, [](double) { return nan; })));
    CHECK_FALSE(knee_of(losses(300, [](double) { return 0.0; })));
    // A plateau and then a steady fall bends the other way.
    CHECK_FALSE(knee_of(losses(300, [](double step) { return step < 200 ? 3.0 : 3 * std::exp(-(step - 200) / 50); })));
}

TEST_CASE("after a plateau the knee is at the end of the fall") {
    const auto found = knee_of(losses(1000, [](double step) { return 0.2 + 2.8 * logistic(-(step - 400) / 10); }));
    REQUIRE(found);
    CHECK((found->step >= 420 && found->step <= 500));
}

}  // namespace vitrine::rise_test
