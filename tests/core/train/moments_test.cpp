#include "core/train/moments.h"

#include <algorithm>
#include <limits>

#include <doctest/doctest.h>

#include "tests/core/train/small_session.h"

namespace vitrine::moments_test {
using namespace vitrine::tests;

namespace {

/// Trains up to this step, and keeps the moments that are due.
void train_to(Trainer& trainer, Moments& moments, std::int64_t steps) {
    if (moments.empty()) moments.keep(trainer);
    while (trainer.state().steps < steps) {
        REQUIRE(!trainer.step());
        if (moments.is_due(trainer.state().steps)) moments.keep(trainer);
    }
}

std::vector<std::int64_t> steps_of(const Moments& moments) {
    std::vector<std::int64_t> steps;
    for (const KeptMoment& moment : moments.all()) steps.push_back(moment.step);
    return steps;
}

std::size_t counted_bytes(const Moments& moments) {
    std::size_t bytes = 0;
    for (const KeptMoment& moment : moments.all())
        bytes += (moment.is_full() ? 3 : 1) * moment.parameters->cells().size() * sizeof(Scalar);
    return bytes;
}

}  // namespace

TEST_CASE("every early moment of a training is kept, and later ones ever more sparsely") {
    const auto trainer = small_trainer(small_list(), small_model());
    Moments moments;
    train_to(*trainer, moments, 400);
    const std::vector<std::int64_t> steps = steps_of(moments);
    for (std::int64_t step = 0; step <= 20; ++step) CHECK(steps[static_cast<std::size_t>(step)] == step);
    for (std::size_t i = 1; i < steps.size(); ++i) {
        CHECK(steps[i] > steps[i - 1]);
        CHECK(steps[i] - steps[i - 1] <= std::max<std::int64_t>(1, steps[i - 1] / 20));
    }
    CHECK(steps.size() < 100);
    CHECK(moments.all().front().is_full());
    CHECK(moments.bytes() == counted_bytes(moments));
    const auto full = std::ranges::count_if(moments.all(), &KeptMoment::is_full);
    CHECK(full > 5);
    CHECK(full < static_cast<std::ptrdiff_t>(steps.size() / 3));
}

TEST_CASE("a thinned history has weights alone, of the steps that are spared, and more of the early moments than of the late") {
    const auto trainer = small_trainer(small_list(), small_model());
    Moments moments;
    train_to(*trainer, moments, 400);
    const std::int64_t spared = moments.all()[moments.all().size() - 3].step;
    const Moments few = moments.thinned(15, {spared});
    const std::vector<std::int64_t> steps = steps_of(few);
    CHECK(steps.size() == 15);
    CHECK(steps.front() == 0);
    CHECK(steps.back() == moments.all().back().step);
    CHECK(std::ranges::count(steps, spared) == 1);
    CHECK(std::ranges::count_if(steps, [](std::int64_t step) { return step <= 20; }) >= 5);
    CHECK(std::ranges::count_if(few.all(), &KeptMoment::is_full) == 0);
    CHECK(few.full_before(400) == nullptr);
    CHECK(few.bytes() == counted_bytes(few));
    CHECK(few.all()[3].parameters == moments.nearest(steps[3]).parameters);  // shared, not copied

    CHECK(moments.thinned(1000, {}).all().size() == moments.all().size());
    CHECK(steps_of(moments.thinned(2, {1, 2, 3})) == std::vector<std::int64_t>{0, moments.all().back().step});
    CHECK(Moments().thinned(5, {}).empty());
}

TEST_CASE("over its budget the first and the newest moment stay, and the others stay spread over the training") {
    const auto trainer = small_trainer(small_list(), small_model());
    const std::size_t one = trainer->state().parameters.cells().size() * sizeof(Scalar);
    Moments moments(20 * one);
    train_to(*trainer, moments, 300);
    CHECK(moments.bytes() <= moments.budget());
    CHECK(moments.bytes() == counted_bytes(moments));
    const std::vector<std::int64_t> steps = steps_of(moments);
    CHECK(steps.size() >= 6);
    CHECK(steps.front() == 0);
    CHECK(steps.back() > 285);
    for (std::size_t i = 1; i < steps.size(); ++i) CHECK(steps[i] - steps[i - 1] <= std::max<std::int64_t>(12, 2 * steps[i] / 3));
}

TEST_CASE("moments are found by their step") {
    const auto trainer = small_trainer(small_list(), small_model());
    Moments moments;
    train_to(*trainer, moments, 60);
    CHECK(moments.nearest(7).step == 7);
    CHECK(moments.nearest(1000).step == steps_of(moments).back());
    REQUIRE(moments.full_before(5));
    CHECK(moments.full_before(5)->step == 0);
    CHECK(moments.full_before(10)->step == 10);
    moments.cut_after(9);
    CHECK(steps_of(moments).back() == 9);
    CHECK(moments.bytes() == counted_bytes(moments));
    CHECK(moments.full_before(60)->step == 0);
}

TEST_CASE("a session goes back to any step bit for bit, and on from there as before") {
    TrainerOptions options;
    options.schedule = {.kind = ScheduleKind::cosine, .rate = 0.003, .warmup = 5, .steps = 60};
    SessionPlan plan = small_plan(small_list(), options);
    plan.configuration.dropout = 0.1;
    Session session(plan);
    std::vector<std::shared_ptr<const Snapshot>> seen{session.snapshot()};
    // Pools reuse the memory of snapshots that nobody holds, so these are held.
    for (int i = 1; i <= 45; ++i) {
        if (i == 31) session.set_learning_rate(0.01);
        session.step_once();
        seen.push_back(session.snapshot());
    }
    for (const std::int64_t step : {38, 33, 25, 17, 3, 0}) {
        CAPTURE(step);
        session.go_back(step);
        while (session.is_going_back()) session.advance();
        const auto back = session.snapshot();
        const Snapshot& then = *seen[static_cast<std::size_t>(step)];
        CHECK(back->steps == step);
        CHECK(back->status == SessionStatus::paused);
        CHECK(equal_tensors(*back->parameters, *then.parameters));
        CHECK(back->history.size() == static_cast<std::size_t>(step));
        CHECK(back->moments.all().back().step <= step);
        if (step < 30) CHECK(back->learning_rate == then.learning_rate);
        session.step_once();
        const auto next = session.snapshot();
        if (step != 30) CHECK(equal_tensors(*next->parameters, *seen[static_cast<std::size_t>(step) + 1]->parameters));
    }
    session.go_back(44);  // no longer reached
    CHECK(session.snapshot()->steps == 1);
}

}  // namespace vitrine::moments_test
