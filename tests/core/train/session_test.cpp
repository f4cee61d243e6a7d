#include "core/train/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "tests/core/train/small_training.h"

using namespace vitrine;
using namespace vitrine::tests;

namespace {

using Clock = std::chrono::steady_clock;

SessionPlan small_plan(const Task& task = small_list(), const TrainerOptions& options = {}) {
    SessionPlan plan;
    plan.configuration = small_model();
    plan.parameters = initial(plan.configuration);
    plan.task = task;
    plan.batch_size = 10;
    plan.options = options;
    return plan;
}

/// The snapshot in which all requests so far are shown.
std::shared_ptr<const Snapshot> settled(Session& session) {
    session.wait();
    return session.latest();
}

/// The first snapshot of which condition(snapshot) holds, or, after some seconds, the newest.
template <class Condition>
std::shared_ptr<const Snapshot> await(const Session& session, Condition&& condition) {
    const auto end = Clock::now() + std::chrono::seconds(20);
    for (;;) {
        auto snapshot = session.latest();
        if ((snapshot && condition(*snapshot)) || Clock::now() > end) return snapshot;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

template <class Tree>
bool equal_tensors(const Tree& a, const Tree& b) {
    bool equal = true;
    visit_tensors(
        [&](const auto& x, const auto& y) {
            equal &= x.count() == y.count() && std::equal(x.data(), x.data() + x.count(), y.data());
        },
        a, b);
    return equal;
}

bool is_finite(const Parameters& parameters) {
    bool finite = true;
    visit_tensors(
        [&](const Tensor& tensor) {
            finite &= std::all_of(tensor.data(), tensor.data() + tensor.count(), [](Scalar x) { return std::isfinite(x); });
        },
        parameters);
    return finite;
}

/// Whether the snapshot's trace is that of its parameters.
bool is_consistent(const Session& session, const Snapshot& snapshot) {
    const Configuration& c = session.plan().configuration;
    Activations activations, gradients;
    Parameters parameter_gradients = make_parameters(c);
    const Pass pass{c, *snapshot.parameters, session.probe()};
    forward(pass, activations);
    backward(pass, activations, {gradients, parameter_gradients});
    return equal_tensors(activations, *snapshot.activations) && equal_tensors(gradients, *snapshot.gradients) &&
           snapshot.history.size() == static_cast<std::size_t>(snapshot.steps);
}

/// A rate at which the small model explodes at once.
TrainerOptions exploding() { return {.optimizer = {.kind = OptimizerKind::sgd}, .schedule = {.rate = 1e20}}; }

}  // namespace

TEST_CASE("a session begins paused at the plan's parameters") {
    Session session(small_plan());
    const auto snapshot = settled(session);
    REQUIRE(snapshot);
    CHECK(snapshot->status == SessionStatus::paused);
    CHECK(snapshot->steps == 0);
    CHECK(snapshot->history.size() == 0);
    CHECK(snapshot->learning_rate == 1e-3);
    CHECK(equal_tensors(*snapshot->parameters, session.plan().parameters));
    CHECK(is_consistent(session, *snapshot));
    CHECK(settled(session) == snapshot);
}

TEST_CASE("single steps are those a trainer takes, bit for bit") {
    Session session(small_plan());
    auto trainer = small_trainer(small_list(), small_model());
    for (std::int64_t step = 1; step <= 5; ++step) {
        session.step_once();
        const auto snapshot = settled(session);
        REQUIRE(!trainer->step());
        CHECK(snapshot->status == SessionStatus::paused);
        CHECK(snapshot->steps == step);
        CHECK(snapshot->history[static_cast<std::size_t>(step) - 1].loss == trainer->report().loss);
        CHECK(equal_tensors(*snapshot->parameters, trainer->state().parameters.tensors()));
        CHECK(is_consistent(session, *snapshot));
    }
}

TEST_CASE("a run goes on until it is paused, and then stands still") {
    Session session(small_plan());
    session.run();
    CHECK(settled(session)->status == SessionStatus::running);
    CHECK(await(session, [](const Snapshot& s) { return s.steps > 20; })->steps_per_second > 0);
    session.pause();
    const auto paused = settled(session);
    CHECK(paused->status == SessionStatus::paused);
    CHECK(paused->steps > 20);
    CHECK(is_consistent(session, *paused));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(session.latest() == paused);
    for (std::size_t i = 0; i < paused->history.size(); ++i) CHECK(paused->history[i].step == static_cast<std::int64_t>(i) + 1);
}

TEST_CASE("requests made together are acted on in order") {
    Session session(small_plan());
    for (int i = 0; i < 50; ++i) session.step_once();
    session.set_learning_rate(0.5);
    CHECK(settled(session)->steps == 50);
    CHECK(session.latest()->learning_rate == 0.5);
    session.reset();
    session.step_once();
    CHECK(settled(session)->steps == 1);
    session.step_once();
    session.reset();
    CHECK(settled(session)->steps == 0);
}

TEST_CASE("a run pauses at its last step, evaluated, and can be run on from there") {
    SessionPlan plan = small_plan();
    plan.last_step = 30;
    Session session(plan);
    session.run();
    const auto done = await(session, [](const Snapshot& s) { return s.status == SessionStatus::paused && s.steps > 0; });
    CHECK(done->status == SessionStatus::paused);
    CHECK(done->steps == 30);
    REQUIRE(!done->history.held_out().empty());
    CHECK(done->history.held_out().front().step == 0);
    CHECK(done->history.held_out().back().step == 30);
    CHECK(done->history.held_out().back().evaluation.sentences == 7);
    const Evaluation expected = evaluate(plan.configuration, *done->parameters, plan.task.held_out);
    CHECK(done->history.held_out().back().evaluation.loss == doctest::Approx(expected.loss).epsilon(1e-6));
    session.run();
    CHECK(await(session, [](const Snapshot& s) { return s.steps > 30; })->steps > 30);
}

TEST_CASE("a rate that is set holds from the next step on, and after a reset") {
    Session session(small_plan());
    session.step_once();
    session.set_learning_rate(0.25);
    session.step_once();
    session.reset();
    session.step_once();
    const auto snapshot = settled(session);
    CHECK(snapshot->learning_rate == 0.25);
    CHECK(snapshot->history[0].learning_rate == 0.25);
}

TEST_CASE("a reset begins anew, and what follows is the same again") {
    Session session(small_plan());
    for (int i = 0; i < 4; ++i) session.step_once();
    const auto first = settled(session);
    session.reset();
    CHECK(equal_tensors(*settled(session)->parameters, session.plan().parameters));
    CHECK(session.latest()->history.size() == 0);
    for (int i = 0; i < 4; ++i) session.step_once();
    CHECK(equal_tensors(*settled(session)->parameters, *first->parameters));
}

TEST_CASE("a breakdown stops the run and says where, and the last good state can be gone on from") {
    Session session(small_plan(small_list(), exploding()));
    session.run();
    const auto broken = await(session, [](const Snapshot& s) { return s.status == SessionStatus::broken_down; });
    REQUIRE(broken->breakdown);
    CHECK(broken->breakdown->step == broken->steps + 1);
    CHECK(!broken->breakdown->tensor.empty());
    REQUIRE(broken->last_good);
    CHECK(*broken->last_good <= broken->steps);

    session.return_to_last_good();
    const auto back = settled(session);
    CHECK(back->status == SessionStatus::paused);
    CHECK(!back->breakdown);
    CHECK(back->steps == *broken->last_good);
    CHECK(back->history.size() == static_cast<std::size_t>(back->steps));
    CHECK(is_finite(*back->parameters));
    session.set_learning_rate(1e-3);
    for (int i = 0; i < 3; ++i) session.step_once();
    CHECK(settled(session)->steps == back->steps + 3);
    CHECK(session.latest()->status == SessionStatus::paused);
}

TEST_CASE("the last good state is a recent one where the run went well for a while") {
    Session session(small_plan());
    session.run();
    const auto before = await(session, [](const Snapshot& s) {
        return s.history.size() > 0 && s.steps_per_second > 0 && static_cast<double>(s.steps) > s.steps_per_second;
    });
    session.set_learning_rate(1e30);
    const auto broken = await(session, [](const Snapshot& s) { return s.status == SessionStatus::broken_down; });
    REQUIRE(broken->last_good);
    CHECK(*broken->last_good > 0);
    CHECK(*broken->last_good <= broken->steps);
    session.return_to_last_good();
    CHECK(is_finite(*settled(session)->parameters));
    CHECK(is_consistent(session, *session.latest()));
    CHECK(before->steps > 0);
}

TEST_CASE("without a breakdown there is nothing to return to") {
    Session session(small_plan());
    for (int i = 0; i < 3; ++i) session.step_once();
    session.return_to_last_good();
    CHECK(settled(session)->steps == 3);
}

TEST_CASE("the probe is held-out pairs, or those there are, or drawn ones") {
    const Task held_out = small_list();
    Batch expected;
    make_batch(std::span(held_out.held_out).first(4), held_out.tokens, expected);
    CHECK(equal_tensors(Session(small_plan(held_out)).probe().src, expected.src));

    Task plain = small_list(3);
    plain.held_out.clear();
    make_batch(plain.examples, plain.tokens, expected);
    CHECK(equal_tensors(Session(small_plan(plain)).probe().labels, expected.labels));
    CHECK(Session(small_plan(small_endless())).probe().sentences() == 4);
}

TEST_CASE("nothing held out leaves its curve empty") {
    Session session(small_plan(small_endless()));
    session.run();
    await(session, [](const Snapshot& s) { return s.steps > 5; });
    session.pause();
    CHECK(settled(session)->history.held_out().empty());
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
    plan.probe_sentences = 0;
    CHECK_THROWS_WITH_AS(Session{plan}, doctest::Contains("probe"), Error);
}
