
#include "app/opening/commands.h"

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/base/scheduler.h"
#include "app/opening/opening.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "tests/app/opened.h"

namespace vitrine::commands_test {
using namespace vitrine::tests;

namespace {

const std::string scores = "encoder.layers.0.self_attn.scores";

}  // namespace

TEST_CASE("a step shows its own result, and steps stop at both ends of the run") {
    State state = opened("navigation");
    CHECK(state.step == 0);
    CHECK(state.selection.tensor == "src.embedding");
    apply(state, MoveStep{-1});
    CHECK(state.step == 0);
    apply(state, GoToStep{1000});
    CHECK(state.step == state.run->last_step());
    CHECK(state.selection.tensor == "token_loss");
}

TEST_CASE("selecting a tensor goes to the step that fills it") {
    State state = opened("navigation");
    apply(state, SelectTensor{scores});
    CHECK(state.run->outline().steps[static_cast<std::size_t>(state.step)].id == scores);
    apply(state, SelectTensor{"no.such.tensor"});
    CHECK(state.selection.tensor == scores);
}

TEST_CASE("a cell stays selected, at its sentence and head, as these are changed") {
    State state = opened("navigation");
    apply(state, SelectCell{scores, {1, 2, 0, 1}});
    CHECK(state.selection.sentence == 1);
    CHECK(state.selection.head == 2);
    apply(state, SelectHead{0});
    CHECK((state.selection.cell == Index{1, 0, 0, 1}));
    apply(state, SelectCell{scores, {0, 0, 0, 3}});
    CHECK((state.selection.cell == Index{1, 0, 0, 1}));  // no key 3: nothing changed
    apply(state, SelectSentence{2});
    CHECK(state.selection.sentence == 1);
}

TEST_CASE("playing goes a step on when its time has passed, goes on backwards after the loss, and stops at the end") {
    State state = opened("navigation");
    apply(state, SetSpeed{2});
    apply(state, SetPlaying{true});
    apply(state, PassTime{0.4});
    CHECK(state.step == 0);
    apply(state, PassTime{0.2});
    CHECK(state.step == 1);
    while (state.step < state.run->last_step()) apply(state, PassTime{0.6});
    CHECK(state.aspect == Aspect::value);
    apply(state, PassTime{0.6});
    CHECK(state.phase == Phase::backward);
    CHECK(state.step == state.run->last_step());
    CHECK(state.aspect == Aspect::gradient);
    for (int i = 0; i < 200; ++i) apply(state, PassTime{0.6});
    CHECK(film_place(state) == film_of(*state.run).places() - 1);
    CHECK_FALSE(state.transport.playing);
    apply(state, SetPlaying{true});
    CHECK(state.step == 0);
    CHECK(state.phase == Phase::forward);
    CHECK(state.aspect == Aspect::value);
}

TEST_CASE("going backwards, a selected tensor leads to the step that completes its gradient, or forwards if it has none") {
    State state = opened("navigation");
    apply(state, GoToStep{state.run->last_step()});
    apply(state, MoveStep{1});
    REQUIRE(backward_step(state));
    const std::string attention = "decoder.layers.0.cross_attn.";
    apply(state, SelectTensor{attention + "weights"});
    CHECK(state.run->outline().steps[static_cast<std::size_t>(state.step)].id == attention + "context");
    CHECK(state.selection.tensor == attention + "weights");
    apply(state, GoToPhase{Phase::forward});
    CHECK(state.selection.tensor == attention + "context");
    apply(state, GoToPhase{Phase::backward});
    CHECK(state.phase == Phase::backward);
    apply(state, SelectTensor{"src.tokens"});
    CHECK(state.phase == Phase::forward);
    CHECK(state.aspect == Aspect::value);
}

TEST_CASE("what was chosen to be shown stays in the backward pass, and what was shown before comes back with the forward pass") {
    State state = opened("navigation");
    apply(state, SetAspect{Aspect::both});
    apply(state, MoveStep{state.run->last_step() + 1});
    CHECK(state.aspect == Aspect::both);
    apply(state, SetAspect{Aspect::gradient});
    apply(state, MoveStep{1});
    CHECK(state.aspect == Aspect::gradient);
    apply(state, MoveStep{-2});
    CHECK(state.aspect == Aspect::both);
}

TEST_CASE("another view and another model begin with values; going backwards, gradients stay until the way leads forward") {
    State state = opened("navigation");
    for (const Aspect aspect : {Aspect::gradient, Aspect::both, Aspect::product}) {
        apply(state, SetView{View::map});
        apply(state, SetAspect{aspect});
        apply(state, SetView{View::map});
        CHECK(state.aspect == aspect);  // the view was not left
        apply(state, SetView{View::attention});
        CHECK(state.aspect == Aspect::value);
        apply(state, SetAspect{aspect});
        apply(state, ShowRun{make_run(sample("translation"))});
        CHECK(state.aspect == Aspect::value);
    }
    apply(state, SetView{View::map});
    apply(state, SetAspect{Aspect::both});
    apply(state, GoToStep{state.run->last_step()});
    apply(state, MoveStep{1});
    REQUIRE(state.phase == Phase::backward);
    apply(state, SetView{View::attention});
    CHECK(state.aspect == Aspect::both);
    apply(state, GoToPhase{Phase::forward});
    CHECK(state.aspect == Aspect::value);
}

TEST_CASE("without a loss nothing but values is shown, and it is said why") {
    State state = opened("navigation");
    apply(state, SetAspect{Aspect::gradient});
    auto model = std::make_shared<Model>(*state.run->model);
    model->batch.labels = Batch().labels;
    const auto unlabelled = make_run(std::shared_ptr<const Model>(model));
    REQUIRE_FALSE(unlabelled->has_loss());
    show_run(state, unlabelled);
    CHECK(state.aspect == Aspect::value);
    for (const Aspect aspect : {Aspect::gradient, Aspect::both, Aspect::product}) {
        state.notice.clear();
        apply(state, SetAspect{aspect});
        CHECK(state.aspect == Aspect::value);
        CHECK(state.notice.find("no labels") != std::string::npos);
    }
    show_run(state, make_run(sample("navigation")));
    state.notice.clear();
    apply(state, SetAspect{Aspect::gradient});
    CHECK(state.aspect == Aspect::gradient);
    CHECK(state.notice.empty());
}

TEST_CASE("what cannot be opened leaves what is open as it was, and says why") {
    State state = opened("navigation");
    apply(state, carry_out_now(opening_job({.model = sample("nowhere")})));
    CHECK(state.message.find("nowhere") != std::string::npos);
    CHECK(state.run->model->name == "navigation");
    CHECK_FALSE(state.opening.has_value());
}

TEST_CASE("of requests that follow each other quickly the newest is opened") {
    const auto scheduler = make_scheduler(Scheduling::threads);
    for (int i = 0; i < 20; ++i) scheduler->ask("screen", opening_job({.model = sample(i % 2 ? "translation" : "navigation")}));
    scheduler->wait();
    const Commands news = scheduler->take();
    REQUIRE(news.size() == 1);
    CHECK(news[0].as<ShowRun>()->run->model->name == "translation");
    CHECK_FALSE(scheduler->busy());
}

TEST_CASE("gradients are computed when somebody asks for them, and change nothing else") {
    State state = opened("navigation");
    CHECK_FALSE(run_without_gradients(state));
    apply(state, SelectCell{scores, {1, 2, 0, 1}});
    apply(state, SetAspect{Aspect::gradient});
    REQUIRE(run_without_gradients(state));
    apply(state, carry_out_now(missing_gradients(state).value().job));
    CHECK_FALSE(run_without_gradients(state));
    CHECK(find_gradient(*state.run, scores).present());
    CHECK((state.selection.cell == Index{1, 2, 0, 1}));
    CHECK_FALSE(missing_gradients(state));
}

TEST_CASE("a gradient says how the loss changes when the number does") {
    State state = opened("navigation");
    const auto run = with_gradients(*state.run);
    // Each row of the logits' gradient sums to 0, as adding a constant to a row changes no probability.
    const TensorView gradient = find_gradient(*run, "logits");
    for (Size row = 0; row < gradient.layout.shape[1]; ++row) {
        double sum = 0;
        for (Size word = 0; word < gradient.layout.shape[2]; ++word) sum += gradient.at({0, row, word});
        CHECK(sum == doctest::Approx(0).epsilon(1e-6));
    }
    CHECK_FALSE(find_gradient(*run, "probabilities").present());
}

}  // namespace vitrine::commands_test
