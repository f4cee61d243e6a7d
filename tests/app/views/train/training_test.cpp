#include "app/views/train/training.h"

#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/actions/actions.h"
#include "app/base/command.h"
#include "app/base/scheduler.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/run/request.h"
#include "app/session/session.h"
#include "app/shell/modules.h"
#include "app/state/learning.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/training/plan.h"
#include "app/views/train/commands.h"
#include "app/views/train/state.h"
#include "app/views/train/time.h"
#include "tests/app/opened.h"

namespace vitrine::training_test {

namespace {

/// A state with its training, driven as the window does it.
struct TestWindow {
    State state = new_state();
    std::unique_ptr<Scheduler> scheduler = make_scheduler(Scheduling::threads);

    void command(const Command& wanted) {
        apply(state, wanted);
        if (const auto lack = missing_training(state)) scheduler->ask(lack->tag, lack->job);
    }
    void settle() {
        scheduler->wait();
        for (const Command& news : scheduler->take()) command(news);
    }
    void act(const Command& wanted) {
        command(wanted);
        settle();
    }
};

void open(TestWindow& window, const std::string& task = "copy") {
    window.state.of<TrainingView>().settings = default_settings(task);
    window.act(SetView{View::train});
    window.act(StepTraining{0});  // begins it
}

int place_of(TrainingOption option, double value) {
    TrainingSettings settings;
    set_option(settings, option, value);
    return option_place(settings, option);
}

}  // namespace

TEST_CASE("a training of a new model begins with an untrained one, with gradients, and what changes most in it") {
    TestWindow window;
    open(window);
    REQUIRE(window.state.run);
    CHECK(window.state.message.empty());
    CHECK(window.state.run->model->name == "copy");
    CHECK(window.state.of<TrainingView>().steps() == 0);
    CHECK(window.state.selection.tensor.ends_with("cross_attn.weights"));
    CHECK(find_gradient(*window.state.run, window.state.selection.tensor).present());
    CHECK_FALSE(find_gradient(*window.state.run, "src.tokens").present());
}

TEST_CASE("a training of a new model shows what changes most in it, whatever was selected before, and leaves it at that") {
    TestWindow window;
    State& state = window.state;
    window.act(ShowRun{make_run(tests::sample("translation"))});
    window.act(SelectCell{"decoder.layers.1.cross_attn.scores", {0, 1, 1, 2}});
    window.act(SetView{View::train});
    window.act(SetTrainingStart{TrainingStart::new_model});
    window.act(SetTask{"copy"});
    state.scroll["inspector"] = 40;
    window.act(StepTraining{0});
    REQUIRE(state.run->model->name == "copy");
    const Size last = state.run->model->configuration.num_decoder_layers - 1;
    CHECK(state.selection.tensor == fmt::format("decoder.layers.{}.cross_attn.weights", last));
    CHECK_FALSE(state.scroll.contains("inspector"));
    // It goes on with what is selected then.
    window.act(SelectCell{"decoder.layers.0.cross_attn.scores", {0, 1, 1, 2}});
    state.scroll["inspector"] = 40;
    window.act(StepTraining{2});
    CHECK(state.selection.tensor == "decoder.layers.0.cross_attn.scores");
    CHECK(state.scroll.contains("inspector"));
}

TEST_CASE("while a training goes on, its new moments are read every few seconds") {
    TestWindow window;
    State& state = window.state;
    open(window);
    window.act(StepTraining{30});
    window.settle();
    state.of<Learning>().playing = true;
    CHECK_FALSE(missing_time(state));
    pass_time_of_training(state, 2);
    CHECK_FALSE(missing_time(state));
    pass_time_of_training(state, 1.5);
    const auto lack = missing_time(state);
    REQUIRE(lack);
    apply(state, carry_out_now(lack->job));
    const TimeSource source = time_source(state);
    REQUIRE(source);
    const TimeView& time = state.of<TimeView>();
    REQUIRE(time.readings.size() == source.moments->all().size());
    CHECK(time.readings.back().step == source.moments->all().back().step);
    CHECK(state.of<Learning>().playing);
    CHECK_FALSE(missing_time(state));
    pass_time_of_training(state, 3.5);
    CHECK_FALSE(missing_time(state));  // no new moment has come
}

TEST_CASE("a step is one step, changes the weights, and leaves what is selected as it is") {
    TestWindow window;
    open(window);
    const std::string tensor = "encoder.layers.0.self_attn.scores";
    window.act(SelectCell{tensor, {1, 0, 0, 1}});
    const double before = window.state.run->trace.find(tensor).at({1, 0, 0, 1});
    window.act(StepTraining{});
    CHECK(window.state.of<TrainingView>().steps() == 1);
    CHECK(window.state.selection.tensor == tensor);
    CHECK((window.state.selection.cell == Index{1, 0, 0, 1}));
    CHECK(window.state.selection.sentence == 1);
    CHECK(window.state.run->trace.find(tensor).at({1, 0, 0, 1}) != before);
    window.act(StepTraining{9});
    CHECK(window.state.of<TrainingView>().steps() == 10);
    CHECK(window.state.of<TrainingView>().curves.loss.size() == 10);
}

TEST_CASE("the same seed gives the same training, another seed another one") {
    TestWindow window;
    open(window);
    window.act(StepTraining{5});
    const double loss = last_loss(window.state.of<TrainingView>()).value();
    window.act(ResetTraining{});
    CHECK(window.state.of<TrainingView>().steps() == 0);
    CHECK(window.state.of<TrainingView>().curves.loss.size() == 0);
    window.act(StepTraining{5});
    CHECK(last_loss(window.state.of<TrainingView>()).value() == loss);
    window.act(SetTrainingOption{TrainingOption::seed, 1});
    window.act(ResetTraining{});
    window.act(StepTraining{5});
    CHECK(last_loss(window.state.of<TrainingView>()).value() != loss);
}

TEST_CASE("before the first step a choice is in force at once; after it, it waits for a new start") {
    TestWindow window;
    open(window);
    window.act(SetTrainingOption{TrainingOption::d_model, place_of(TrainingOption::d_model, 16)});
    CHECK(window.state.run->model->configuration.d_model == 16);
    window.act(StepTraining{3});
    window.act(SetTrainingOption{TrainingOption::d_model, place_of(TrainingOption::d_model, 64)});
    CHECK(window.state.run->model->configuration.d_model == 16);
    CHECK(differences(window.state.of<TrainingView>().settings, *window.state.of<TrainingView>().started) == 1);
    CHECK(window.state.of<TrainingView>().steps() == 3);
    window.act(ResetTraining{});
    CHECK(window.state.run->model->configuration.d_model == 64);
    CHECK(window.state.of<TrainingView>().steps() == 0);
}

TEST_CASE("what a mask is made of follows the masks of the training") {
    TestWindow window;
    open(window);
    const Command without = SetTrainingOption{TrainingOption::causal_mask, place_of(TrainingOption::causal_mask, 0)};
    const auto hides_what_comes_after = [&] {
        const Explanation mask = window.state.run->anatomy->explain("decoder.layers.0.self_attn.mask", {0, 0, 0, 1});
        CHECK(mask.result == mask.value);
        return mask.value == 0;
    };
    CHECK(hides_what_comes_after());
    window.act(without);
    CHECK_FALSE(hides_what_comes_after());
}

TEST_CASE("a learning rate acts on the training under way") {
    TestWindow window;
    open(window);
    window.act(StepTraining{2});
    window.act(SetTrainingOption{TrainingOption::rate, place_of(TrainingOption::rate, 0.05)});
    CHECK(differences(window.state.of<TrainingView>().settings, *window.state.of<TrainingView>().started) == 0);
    window.act(StepTraining{});
    CHECK(window.state.of<TrainingView>().steps() == 3);
    const History& history = window.state.of<TrainingView>().snapshot->history;
    CHECK(history[1].learning_rate == doctest::Approx(0.002));
    CHECK(history[2].learning_rate == doctest::Approx(0.05));
}

TEST_CASE("a rate far too large stops the training, says where, and offers the last good step") {
    TestWindow window;
    open(window);
    window.act(StepTraining{5});
    window.act(SetTrainingOption{TrainingOption::rate, 1000});  // clamped to the largest there is
    CHECK(window.state.of<TrainingView>().settings.rate == 10);
    for (int i = 0; i < 200 && !window.state.of<TrainingView>().broken_down(); ++i) window.act(StepTraining{5});
    REQUIRE(window.state.of<TrainingView>().broken_down());
    CHECK_FALSE(window.state.of<Learning>().playing);
    REQUIRE(window.state.of<TrainingView>().snapshot->breakdown);
    CHECK_FALSE(window.state.of<TrainingView>().snapshot->breakdown->tensor.empty());
    window.act(PlayTraining{});
    CHECK_FALSE(window.state.of<Learning>().playing);
    REQUIRE(window.state.of<TrainingView>().snapshot->last_good);
    const std::int64_t good = *window.state.of<TrainingView>().snapshot->last_good;
    window.act(ReturnToLastGood{});
    CHECK_FALSE(window.state.of<TrainingView>().broken_down());
    CHECK(window.state.of<TrainingView>().steps() == good);
}

TEST_CASE("before the first step another task starts at once and keeps the selected tensor where the new model has it") {
    TestWindow window;
    open(window);
    window.act(SelectTensor{"memory"});
    window.act(SetTask{"reverse"});
    CHECK(window.state.message.empty());
    CHECK(window.state.run->model->name == "reverse");
    CHECK(window.state.selection.tensor == "memory");
}

TEST_CASE("playing goes on by itself until it is paused, and opening a model pauses it") {
    TestWindow window;
    open(window);
    window.act(PlayTraining{});
    CHECK(window.state.of<Learning>().playing);
    while (window.state.of<TrainingView>().steps() < 20) window.settle();
    window.act(PauseTraining{});
    const std::int64_t steps = window.state.of<TrainingView>().steps();
    CHECK(steps >= 20);
    window.settle();
    CHECK(window.state.of<TrainingView>().steps() == steps);
    window.act(PlayTraining{});
    window.act(ShowRun{make_run(tests::sample("navigation"))});
    CHECK_FALSE(window.state.of<Learning>().playing);
    CHECK(window.state.run->model->name == "navigation");
    window.act(SetView{View::map});
    window.act(SetView{View::train});
    CHECK(window.state.run->model->name == "navigation");
    window.act(StepTraining{});
    CHECK(window.state.run->model->name == "copy");
}

TEST_CASE("a task that does not exist is said, and what is on the screen stays") {
    TestWindow window;
    open(window);
    window.act(SetTask{"telepathy"});
    CHECK(window.state.message.find("telepathy") != std::string::npos);
    CHECK(window.state.run->model->name == "copy");
}

TEST_CASE("what was made of a model waits while another is in training, and comes back with it") {
    TestWindow window;
    State& state = window.state;
    window.act(ShowRun{make_run(tests::sample("navigation"))});
    window.act(SilenceHead{"decoder.layers.0.cross_attn", 1, true});
    const Edits made = state.edits;
    apply(state, ShowEditedRun{with_edits(state.run, made)});
    state.of<TrainingView>().settings = default_settings("copy");
    window.act(SetView{View::train});
    window.act(StepTraining{});
    REQUIRE(state.run->model->name == "copy");
    CHECK(state.edits.empty());
    CHECK(session_of(state).edits == made);

    // During the training nothing can be edited, and every action says why.
    window.command(PlayTraining{});
    for (const char* id : {"edit/undo", "edit/redo", "edit/restore", "edit/silence-head", "edit/skip-sublayer", "edit/write",
                           "run/design-no_residuals"}) {
        INFO(id);
        CHECK(refusal_of(*find_action(state, id), state) == "a model in training changes by itself: pause it first");
    }
    CHECK(action_of_chord(state, "ctrl+z") == nullptr);
    window.act(Undo{});
    window.act(StepTraining{2});
    CHECK(state.edits.empty());

    // Back to the opened model.
    Commands commands;
    perform(*find_action(state, "run/leave-training"), state, commands);
    REQUIRE(commands.size() == 1);
    const ModelRequest request = commands.front().as<OpenModel>()->request;
    CHECK(request.sample == "navigation");
    window.act(ShowRun{make_run(request)});
    CHECK_FALSE(state.of<Learning>().shown);
    CHECK(state.edits == made);
    CHECK(lacks_edits(state));
    apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
    CHECK(state.run->edits == made);
    CHECK(state.notice.empty());
    CHECK(refusal_of(*find_action(state, "run/leave-training"), state) == "no model in training is shown");
    apply(state, Undo{});
    CHECK(state.edits.empty());
    CHECK_FALSE(lacks_edits(state));
}

TEST_CASE("what is open stays open until a training is asked for, and Undo brings it back as it was") {
    TestWindow window;
    State& state = window.state;
    window.act(ShowRun{make_run(tests::sample("translation"))});
    window.act(SilenceHead{"decoder.layers.0.cross_attn", 1, true});
    apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
    const auto run = state.run;
    window.act(SetView{View::train});
    CHECK(state.run == run);
    CHECK(state.of<TrainingView>().settings.from == TrainingStart::open_model);
    CHECK(state.of<TrainingView>().settings.task == "translation");
    for (const TrainingStart from : {TrainingStart::new_model, TrainingStart::open_sizes, TrainingStart::open_model}) {
        window.act(SetTrainingStart{from});
        CHECK(state.run == run);
    }
    window.act(SetTask{open_sentences});
    window.act(SetTask{"copy"});
    CHECK(state.of<TrainingView>().settings.from == TrainingStart::new_model);
    CHECK(state.run == run);

    window.act(StepTraining{});
    REQUIRE(state.run->model->name == "copy");
    CHECK(undo_words(state) == "back to sample translation");
    window.act(Undo{});
    REQUIRE(state.opening);
    window.act(ShowRun{make_run(*state.opening)});
    CHECK(state.run->model->name == "translation");
    CHECK(state.edits == run->edits);
    CHECK(lacks_edits(state));
    apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
    CHECK(state.history.undo_words() == "silence head 2 of cross-attention in decoder layer 1");
    CHECK(redo_words(state) == "on to the training");
    window.act(Redo{});
    CHECK(state.run->model->name == "copy");
    CHECK(state.of<TrainingView>().steps() == 1);
}

TEST_CASE("Undo leads back to a model that another one took the place of, with what was made of it") {
    TestWindow window;
    State& state = window.state;
    window.act(ShowRun{make_run(tests::sample("navigation"))});
    CHECK(undo_words(state).empty());
    window.act(SilenceHead{"decoder.layers.0.cross_attn", 1, true});
    const Edits made = state.edits;
    apply(state, ShowEditedRun{with_edits(state.run, made)});
    window.act(ShowRun{make_run(tests::sample("translation"))});
    window.act(ShowRun{make_run(tests::sample("by-hand"))});
    for (const char* name : {"translation", "navigation"}) {
        CHECK(undo_words(state) == std::string("back to sample ") + name);
        apply(state, Undo{});
        REQUIRE(state.opening);
        window.act(ShowRun{make_run(*state.opening)});
        CHECK(state.run->model->name == name);
    }
    CHECK(state.edits == made);
    apply(state, ShowEditedRun{with_edits(state.run, made)});
    CHECK(redo_words(state) == "on to sample translation");
    apply(state, Undo{});
    CHECK(state.edits.empty());
    CHECK(undo_words(state).empty());
}

TEST_CASE("an open model goes on from its own weights, or gives its sizes to one that has learned nothing") {
    TestWindow window;
    State& state = window.state;
    window.act(ShowRun{make_run(tests::sample("translation"))});
    const auto open_run = state.run;
    window.act(SetView{View::train});
    window.act(StepTraining{0});
    CHECK(state.run->model->configuration.d_model == open_run->model->configuration.d_model);
    CHECK(*state.run->batch == *open_run->batch);
    CHECK(compare(open_run->trace, state.run->trace).front().path == "src.tokens");
    for (const TensorChange& change : compare(open_run->trace, state.run->trace)) {
        INFO(change.path);
        CHECK(change.largest == 0);
    }
    window.act(SetTrainingStart{TrainingStart::open_sizes});
    CHECK(state.run->model->configuration.d_model == open_run->model->configuration.d_model);
    CHECK(state.run->activations->loss.at({}) > 10 * open_run->activations->loss.at({}));
}

TEST_CASE("a paused model is a model: it is edited, and what was made of it is taken back when it trains on") {
    TestWindow window;
    State& state = window.state;
    open(window);
    window.act(StepTraining{5});
    const auto moment = state.run;
    CHECK(can_edit(state));
    window.act(SilenceHead{"decoder.layers.0.cross_attn", 1, true});
    REQUIRE(lacks_edits(state));
    apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
    const Edits made = state.edits;
    CHECK(state.run->untouched == moment);
    // A new learning rate leaves the edits alone, but the next step removes them.
    window.act(SetTrainingOption{TrainingOption::rate, place_of(TrainingOption::rate, 0.05)});
    CHECK(state.run->edits == made);
    window.act(StepTraining{});
    CHECK(state.edits.empty());
    CHECK(state.run->edits.empty());
    CHECK(state.run->parameters != moment->parameters);
    CHECK(undo_words(state) == "train on");
    apply(state, Undo{});
    CHECK(state.edits == made);
    apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
    CHECK(state.run->edits == made);
}

TEST_CASE("a mask that a training went without stays away from what is made of its model") {
    TestWindow window;
    State& state = window.state;
    open(window);
    window.act(SetTrainingOption{TrainingOption::causal_mask, 0});
    window.act(StepTraining{3});
    const auto later_weight = [&] { return state.run->trace.find("decoder.layers.0.self_attn.weights").at({0, 0, 0, 1}); };
    REQUIRE(later_weight() > 0);
    window.act(SilenceHead{"decoder.layers.0.cross_attn", 1, true});
    apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
    CHECK(later_weight() > 0);
    CHECK(refusal_of(*find_action(state, "run/design-no_causal_mask"), state) ==
          "the model was trained without it: only another training can change that");
}

TEST_CASE("sentences are told apart by what a training makes of them") {
    const auto uses = [](const TrainingSettings& settings, const Run* open_run) {
        const SessionPlan plan = make_plan(settings, open_run);
        return uses_of_sentences(plan, Session(make_plan(settings, open_run)).probe());
    };
    using Uses = std::vector<SentenceUse>;
    CHECK(uses(default_settings("english-french"), nullptr) == Uses(4, SentenceUse::held_out));
    CHECK(uses(default_settings("navigation"), nullptr) == Uses(2, SentenceUse::trained));
    const auto run = make_run(tests::sample("translation"));
    TrainingSettings further = default_settings("translation");
    further.from = TrainingStart::open_model;
    CHECK(uses(further, run.get()) == Uses(5, SentenceUse::trained));
    further.task = open_sentences;
    CHECK(uses(further, run.get()) == Uses(5, SentenceUse::trained));
    SessionPlan plan = make_plan(default_settings("translation"), nullptr);
    std::swap(plan.task.examples[0].target, plan.task.examples[1].target);
    const Uses swapped = uses_of_sentences(plan, *run->batch);
    CHECK(swapped ==
          Uses{SentenceUse::unused, SentenceUse::unused, SentenceUse::trained, SentenceUse::trained, SentenceUse::trained});
}

TEST_CASE("where another model is opened after a training, the edits of the first are left behind") {
    TestWindow window;
    window.act(ShowRun{make_run(tests::sample("navigation"))});
    window.act(SilenceHead{"decoder.layers.0.cross_attn", 1, true});
    const Edits made = window.state.edits;
    open(window);
    window.act(ShowRun{make_run(tests::sample("translation"))});
    CHECK(window.state.notice.starts_with("Your edits of sample navigation were left behind"));
    REQUIRE(window.state.parked.size() == 1);
    CHECK(window.state.parked.front().edits == made);
}

TEST_CASE("an earlier training keeps its model and its measures, which are copied beside those of the newest") {
    TestWindow window;
    open(window);
    window.act(SetTrainingStart{TrainingStart::new_model});
    window.act(SetTask{"reverse"});
    window.act(StepTraining{30});
    window.settle();
    const std::shared_ptr<const Run> first = window.state.of<TrainingView>().run;
    window.act(SetTrainingOption{TrainingOption::positions, 0});
    window.act(SetTrainingOption{TrainingOption::norm, 1});
    window.act(ResetTraining{});
    window.act(StepTraining{25});
    window.settle();
    const TrainingView& training = window.state.of<TrainingView>();
    REQUIRE(training.earlier.size() == 1);
    CHECK(training.earlier[0].run == first);
    CHECK(!training.run->regime.design.positions);
    CHECK(is_normed_before(training.run->model->configuration.norm_placement));
    CHECK(first->regime.design.positions);
    window.act(CopyTrainings{});
    double sum = 0;
    for (std::size_t i = 10; i < 30; ++i) sum += training.earlier[0].history[i].loss;
    CHECK(window.state.copied.find(fmt::format("\"LayerNorm after, positions on\",30,{},", sum / 20)) != std::string::npos);
    CHECK(window.state.copied.find("\"this training\",25,") != std::string::npos);
    window.act(PinEarlier{0});
    REQUIRE(window.state.of<ComparisonView>().pinned);
    CHECK(window.state.of<ComparisonView>().pinned->parameters == first->parameters);
    CHECK(window.state.of<ComparisonView>().pinned->title.ends_with("after 30 steps: LayerNorm after, positions on"));
    window.act(PinEarlier{7});
    CHECK(window.state.of<ComparisonView>().pinned->parameters == first->parameters);
}

}  // namespace vitrine::training_test
