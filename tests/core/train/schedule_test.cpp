#include "core/train/schedule.h"

#include <cmath>

#include <doctest/doctest.h>

namespace vitrine::schedule_test {

TEST_CASE("a constant rate stays what it is") {
    const ScheduleOptions options{.rate = 0.25, .warmup = 10};
    for (const std::int64_t step : {1, 5, 1'000'000}) CHECK(learning_rate(options, 512, step) == 0.25);
}

TEST_CASE("the paper's rate rises in a line over the warm-up and falls with the square root after it") {
    const ScheduleOptions options{.kind = ScheduleKind::noam, .warmup = 4000};
    const double top = learning_rate(options, 512, 4000);
    CHECK(top == doctest::Approx(1 / std::sqrt(512.0 * 4000)));
    CHECK(learning_rate(options, 512, 1) == doctest::Approx(top / 4000));
    CHECK(learning_rate(options, 512, 1000) == doctest::Approx(top / 4));
    CHECK(learning_rate(options, 512, 16000) == doctest::Approx(top / 2));
    CHECK(learning_rate(options, 128, 16000) == doctest::Approx(top));
}

TEST_CASE("the factor multiplies the paper's rate") {
    const ScheduleOptions options{.kind = ScheduleKind::noam, .warmup = 20, .noam_factor = 2.5};
    CHECK(learning_rate(options, 64, 7) == doctest::Approx(2.5 * 7 / (8 * std::pow(20, 1.5))));
}

TEST_CASE("the paper's rate without a warm-up begins at its highest") {
    const ScheduleOptions options{.kind = ScheduleKind::noam};
    CHECK(learning_rate(options, 16, 1) == 0.25);
    CHECK(learning_rate(options, 16, 4) == 0.125);
}

TEST_CASE("the cosine agrees with PyTorch's LinearLR followed by CosineAnnealingLR") {
    const ScheduleOptions options{.kind = ScheduleKind::cosine, .rate = 0.2, .warmup = 4, .steps = 10};
    const double rates[] = {0.05, 0.1, 0.15, 0.2, 0.1866025403784439, 0.15, 0.1, 0.05, 0.01339745962155613, 0};
    for (std::int64_t step = 1; step <= 10; ++step)
        CHECK(learning_rate(options, 512, step) == doctest::Approx(rates[step - 1]).epsilon(1e-12));
}

TEST_CASE("the cosine stays at 0 after its end, and at its top where it has no end") {
    CHECK(learning_rate({.kind = ScheduleKind::cosine, .rate = 1, .steps = 10}, 512, 11) == doctest::Approx(0));
    CHECK(learning_rate({.kind = ScheduleKind::cosine, .rate = 1, .warmup = 2}, 512, 1000) == 1);
}

}  // namespace vitrine::schedule_test
