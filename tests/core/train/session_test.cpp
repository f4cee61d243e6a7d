#include "core/train/session.h"

#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include "tests/core/train/small_session.h"

namespace vitrine::session_test {
using namespace vitrine::tests;

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

}  // namespace vitrine::session_test
