#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "tests/core/train/small_session.h"

namespace vitrine::session_breakdown_test {
using namespace vitrine::tests;

namespace {

bool is_finite(const Parameters& parameters) {
    bool finite = true;
    visit_tensors(
        [&](const Tensor& tensor) {
            finite &= std::all_of(tensor.data(), tensor.data() + tensor.count(), [](Scalar x) { return std::isfinite(x); });
        },
        parameters);
    return finite;
}

/// A rate at which the small model explodes at once.
TrainerOptions exploding() { return {.optimizer = {.kind = OptimizerKind::sgd}, .schedule = {.rate = 1e20}}; }

}  // namespace

TEST_CASE("a breakdown stops the run and says where, and the last good state can be gone on from") {
    Session session(small_plan(small_list(), exploding()));
    const auto broken = run_until(session, [](const Snapshot& s) { return s.status == SessionStatus::broken_down; });
    REQUIRE(broken->breakdown);
    CHECK(broken->breakdown->step == broken->steps + 1);
    CHECK(!broken->breakdown->tensor.empty());
    REQUIRE(broken->last_good);
    CHECK(*broken->last_good <= broken->steps);

    session.return_to_last_good();
    const auto back = session.snapshot();
    CHECK(back->status == SessionStatus::paused);
    CHECK(!back->breakdown);
    CHECK(back->steps == *broken->last_good);
    CHECK(back->history.size() == static_cast<std::size_t>(back->steps));
    CHECK(is_finite(*back->parameters));
    session.set_learning_rate(1e-3);
    for (int i = 0; i < 3; ++i) session.step_once();
    CHECK(session.snapshot()->steps == back->steps + 3);
    CHECK(session.snapshot()->status == SessionStatus::paused);
}

TEST_CASE("the last good state is a recent one where the run went well for a while") {
    Session session(small_plan());
    const auto before = run_until(session, [](const Snapshot& s) {
        return s.history.size() > 0 && s.steps_per_second > 0 && static_cast<double>(s.steps) > s.steps_per_second;
    });
    session.set_learning_rate(1e30);
    const auto broken = run_until(session, [](const Snapshot& s) { return s.status == SessionStatus::broken_down; });
    REQUIRE(broken->last_good);
    CHECK(*broken->last_good > 0);
    CHECK(*broken->last_good <= broken->steps);
    session.return_to_last_good();
    CHECK(is_finite(*session.snapshot()->parameters));
    CHECK(is_consistent(session, *session.snapshot()));
    CHECK(before->steps > 0);
}

TEST_CASE("without a breakdown there is nothing to return to") {
    Session session(small_plan());
    for (int i = 0; i < 3; ++i) session.step_once();
    session.return_to_last_good();
    CHECK(session.snapshot()->steps == 3);
}

TEST_CASE("a plan that cannot be trained is an error at once") {
    SessionPlan plan = small_plan();
    plan.configuration.positions = PositionKind::learned;
    plan.configuration.max_positions = 3;
    CHECK_THROWS_WITH_AS(Session{plan}, doctest::Contains("max_positions"), Error);
    plan = small_plan();
    plan.task.examples.clear();
    CHECK_THROWS_WITH_AS(Session{plan}, doctest::Contains("no sentence pairs"), Error);
    plan = small_plan();
    plan.task.held_out[2].target[0] = 11;
    CHECK_THROWS_WITH_AS(Session{plan}, doctest::Contains("tgt_vocab_size"), Error);
    plan = small_plan();
    plan.probe_sentences = 0;
    CHECK_THROWS_WITH_AS(Session{plan}, doctest::Contains("probe"), Error);
}

TEST_CASE("a task that throws ends the session, which says what it said") {
    Task task = small_endless();
    auto draw = task.draw;
    task.draw = [draw, left = 200](Random& random, Example& example) mutable {
        if (left-- == 0) throw std::runtime_error("the well is dry");
        draw(random, example);
    };
    Session session(small_plan(task));
    const auto ended = run_until(session, [](const Snapshot& s) { return s.status == SessionStatus::broken_down; });
    REQUIRE(ended->breakdown);
    CHECK(ended->breakdown->problem == "the well is dry");
    CHECK(ended->parameters);
    session.step_once();
    CHECK(session.snapshot() == ended);
}

}  // namespace vitrine::session_breakdown_test
