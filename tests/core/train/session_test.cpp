#include "core/train/session.h"

#include <doctest/doctest.h>

#include "core/train/update_explanation.h"
#include "tests/core/train/small_session.h"

namespace vitrine::session_test {
using namespace vitrine::tests;

TEST_CASE("a session begins paused at the plan's parameters") {
    Session session(small_plan());
    const auto snapshot = session.snapshot();
    REQUIRE(snapshot);
    CHECK(snapshot->status == SessionStatus::paused);
    CHECK(snapshot->steps == 0);
    CHECK(snapshot->history.size() == 0);
    CHECK(snapshot->learning_rate == 1e-3);
    CHECK(equal_tensors(*snapshot->parameters, session.plan().parameters));
    CHECK(is_consistent(session, *snapshot));
    CHECK_FALSE(session.has_news());
}

TEST_CASE("single steps are those a trainer takes, bit for bit") {
    Session session(small_plan());
    auto trainer = small_trainer(small_list(), small_model());
    for (std::int64_t step = 1; step <= 5; ++step) {
        session.step_once();
        const auto snapshot = session.snapshot();
        REQUIRE(!trainer->step());
        CHECK(snapshot->status == SessionStatus::paused);
        CHECK(snapshot->steps == step);
        CHECK(snapshot->history[static_cast<std::size_t>(step) - 1].loss == trainer->report().loss);
        CHECK(equal_tensors(*snapshot->parameters, trainer->state().parameters.tensors()));
        CHECK(is_consistent(session, *snapshot));
    }
}

/// `dropout`: of the model, also of its embeddings.
void check_next_step(double dropout) {
    TrainerOptions options;
    options.clip = 0.5;
    options.label_smoothing = dropout;
    SessionPlan plan = small_plan(small_list(), options);
    plan.configuration.dropout = plan.configuration.embedding_dropout = dropout;
    Session session(std::move(plan));
    session.step_once();
    session.step_once();
    session.show_next_batch(true);
    const auto ahead = session.snapshot();
    CHECK(ahead->steps == 2);
    REQUIRE(ahead->batch);
    REQUIRE(ahead->update);
    const UpdateBasis& basis = *ahead->update;
    CHECK(basis.step == 3);
    CHECK(basis.of_shown_batch);
    BatchSource source(session.plan().task, session.plan().batch_size, options.seed);
    Batch expected;
    source.fill(3, expected);
    CHECK(*ahead->batch == expected);

    session.step_once();
    const auto after = session.snapshot();
    CHECK(after->history[2].gradient_norm == basis.gradient_norm);
    CHECK(after->history[2].loss == doctest::Approx(static_cast<double>(ahead->activations->loss.data()[0])).epsilon(1e-6));
    const auto list = [](const Parameters& parameters) { return list_parameters(parameters); };
    const auto old = list(*ahead->parameters), stored = list(*after->parameters), gradient = list(*ahead->parameter_gradients),
               first = list(basis.memory->first_moment.tensors()), second = list(basis.memory->second_moment.tensors());
    for (std::size_t i = 0; i < old.size(); ++i) {
        const Index cell = index_of(old[i].tensor.layout, old[i].tensor.layout.count() / 2);
        const UpdateExplanation explanation = explain_update(
            basis.options, session.plan().configuration.d_model,
            {.step = basis.step, .gradient_norm = *basis.gradient_norm, .learning_rate = basis.rate},
            {old[i].tensor.at(cell), gradient[i].tensor.at(cell), first[i].tensor.at(cell), second[i].tensor.at(cell)});
        CHECK_MESSAGE(explanation.after.parameter == stored[i].tensor.at(cell), old[i].name);
    }

    CHECK(ahead->activations->src.dropout_mask.empty() == (dropout == 0));
    session.show_next_batch(false);
    CHECK(!session.snapshot()->batch);
    CHECK(is_consistent(session, *session.snapshot()));
}

TEST_CASE("the batch of the next step is shown before the step is taken, with the gradient that it takes") { check_next_step(0); }

TEST_CASE("with dropout the next step is shown with the numbers that it will drop") { check_next_step(0.2); }

TEST_CASE("a run goes on until it is paused, and then stands still") {
    Session session(small_plan());
    session.run();
    CHECK(session.snapshot()->status == SessionStatus::running);
    CHECK(run_until(session, [](const Snapshot& s) { return s.steps > 20; })->steps_per_second > 0);
    session.pause();
    const auto paused = session.snapshot();
    CHECK(paused->status == SessionStatus::paused);
    CHECK(paused->steps > 20);
    CHECK(is_consistent(session, *paused));
    session.advance();
    CHECK_FALSE(session.has_news());
    CHECK(session.snapshot()->steps == paused->steps);
    for (std::size_t i = 0; i < paused->history.size(); ++i) CHECK(paused->history[i].step == static_cast<std::int64_t>(i) + 1);
}

TEST_CASE("what is asked for is done in order") {
    Session session(small_plan());
    for (int i = 0; i < 50; ++i) session.step_once();
    session.set_learning_rate(0.5);
    CHECK(session.snapshot()->steps == 50);
    CHECK(session.snapshot()->learning_rate == 0.5);
    session.reset();
    session.step_once();
    CHECK(session.snapshot()->steps == 1);
    session.step_once();
    session.reset();
    CHECK(session.snapshot()->steps == 0);
}

TEST_CASE("a run pauses at its last step, evaluated, and can be run on from there") {
    SessionPlan plan = small_plan();
    plan.last_step = 30;
    Session session(plan);
    const auto done = run_until(session, [](const Snapshot& s) { return s.status == SessionStatus::paused && s.steps > 0; });
    CHECK(done->status == SessionStatus::paused);
    CHECK(done->steps == 30);
    REQUIRE(!done->history.held_out().empty());
    CHECK(done->history.held_out().front().step == 0);
    CHECK(done->history.held_out().back().step == 30);
    CHECK(done->history.held_out().back().evaluation.sentences == 7);
    const Evaluation expected = evaluate(plan.configuration, *done->parameters, plan.task.held_out);
    CHECK(done->history.held_out().back().evaluation.loss == doctest::Approx(expected.loss).epsilon(1e-6));
    CHECK(run_until(session, [](const Snapshot& s) { return s.steps > 30; })->steps > 30);
}

TEST_CASE("a rate that is set holds from the next step on, and after a reset") {
    Session session(small_plan());
    session.step_once();
    session.set_learning_rate(0.25);
    session.step_once();
    session.reset();
    session.step_once();
    const auto snapshot = session.snapshot();
    CHECK(snapshot->learning_rate == 0.25);
    CHECK(snapshot->history[0].learning_rate == 0.25);
}

TEST_CASE("a reset begins anew, and what follows is the same again") {
    Session session(small_plan());
    for (int i = 0; i < 4; ++i) session.step_once();
    const auto first = session.snapshot();
    session.reset();
    CHECK(equal_tensors(*session.snapshot()->parameters, session.plan().parameters));
    CHECK(session.snapshot()->history.size() == 0);
    for (int i = 0; i < 4; ++i) session.step_once();
    CHECK(equal_tensors(*session.snapshot()->parameters, *first->parameters));
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
    run_until(session, [](const Snapshot& s) { return s.steps > 5; });
    session.pause();
    CHECK(session.snapshot()->history.held_out().empty());
}

TEST_CASE("all that training needs to go on is copied where it stands still, and another session goes on from it bit for bit") {
    Session whole(small_plan()), first(small_plan());
    for (int i = 0; i < 6; ++i) whole.step_once();
    for (int i = 0; i < 4; ++i) first.step_once();
    const auto kept = first.snapshot();
    REQUIRE(kept->standing);
    CHECK(kept->standing->step == 4);
    CHECK(first.snapshot()->standing == kept->standing);
    SessionPlan plan = small_plan();
    plan.kept = KeptTraining{kept->history, kept->moments, 4, *kept->standing};
    Session second(std::move(plan));
    CHECK(second.is_going_back());
    second.advance();
    CHECK_FALSE(second.is_going_back());
    CHECK(second.snapshot()->steps == 4);
    second.step_once();
    second.step_once();
    const auto end = second.snapshot(), expected = whole.snapshot();
    CHECK(equal_tensors(*end->parameters, *expected->parameters));
    CHECK(end->history[5].loss == expected->history[5].loss);
    CHECK(end->moments.all().size() == expected->moments.all().size());
    second.set_learning_rate(0.5);
    CHECK(second.snapshot()->standing->schedule.rate == 0.5);
}

}  // namespace vitrine::session_test
