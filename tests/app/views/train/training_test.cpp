#include "app/views/train/training.h"

#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/actions/actions.h"
#include "app/base/command.h"
#include "app/base/scheduler.h"
#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/run/request.h"
#include "app/session/session.h"
#include "app/state/learning.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/modules.h"
#include "app/views/train/commands.h"
#include "app/views/train/settings_json.h"
#include "app/views/train/state.h"
#include "core/tensor/error.h"
#include "core/train/recipe.h"
#include "tests/app/opened.h"

namespace vitrine::training_test {

namespace {

/// A state with its training, driven as the window drives them.
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
}

int place_of(TrainingOption option, double value) {
    TrainingSettings settings;
    set_option(settings, option, value);
    return option_place(settings, option);
}

}  // namespace

TEST_CASE("going to the training shows an untrained model, with gradients, and what changes most in it") {
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

TEST_CASE("another task starts at once and keeps the selected tensor where the new model has it") {
    TestWindow window;
    open(window);
    window.act(SelectTensor{"memory"});
    window.act(SetTask{"reverse"});
    CHECK(window.state.message.empty());
    CHECK(window.state.run->model->name == "reverse");
    CHECK(window.state.selection.tensor == "memory");
}

TEST_CASE("another task brings its own sizes, but for what was chosen by hand") {
    TrainingSettings settings = default_settings("copy");
    set_option(settings, TrainingOption::layers, 3);
    change_task(settings, "english-french");
    CHECK(settings.task == "english-french");
    CHECK(settings.d_model == default_settings("english-french").d_model);
    CHECK(settings.layers == 3);
}

TEST_CASE("every task on board has a recipe, and the window offers what it says") {
    for (const TaskInfo& task : list_tasks()) {
        CAPTURE(task.name);
        CHECK(recipe_for(task.name).task == task.name);
        TrainingSettings settings = default_settings(task.name);
        const TrainingSettings recipe = settings;
        for (int i = 0; i < training_option_count; ++i) {
            const auto option = static_cast<TrainingOption>(i);
            set_option(settings, option, option_info(option).values[static_cast<std::size_t>(option_place(settings, option))]);
        }
        CHECK(settings == recipe);
        CHECK_NOTHROW(check(make_plan(settings).configuration));
    }
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
    ModelRequest request;
    request.sample = "navigation";
    window.act(ShowRun{make_run(request)});
    CHECK_FALSE(window.state.of<Learning>().playing);
    CHECK(window.state.run->model->name == "navigation");
    window.act(SetView{View::train});
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
    REQUIRE(state.run->model->name == "copy");
    CHECK(state.edits.empty());
    CHECK(session_of(state).edits == made);

    // Meanwhile nothing is edited, and every action says why.
    for (const char* id : {"edit/undo", "edit/redo", "edit/restore", "edit/silence-head", "edit/skip-sublayer", "edit/write",
                           "run/design-no_residuals"}) {
        INFO(id);
        CHECK(refusal_of(*find_action(state, id), state) == "a model in training changes by itself");
    }
    CHECK(action_of_chord(state, "ctrl+z") == nullptr);
    window.act(Undo{});
    window.act(StepTraining{2});
    CHECK(state.edits.empty());

    // Back to the model that was open.
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

TEST_CASE("where another model is opened after a training, the edits of the first are left behind") {
    TestWindow window;
    window.act(ShowRun{make_run(tests::sample("navigation"))});
    window.act(SilenceHead{"decoder.layers.0.cross_attn", 1, true});
    const Edits made = window.state.edits;
    open(window);
    window.act(ShowRun{make_run(tests::sample("translation"))});
    CHECK(window.state.notice.starts_with("The edits of sample navigation were left behind"));
    REQUIRE(window.state.parked.size() == 1);
    CHECK(window.state.parked.front().edits == made);
}

TEST_CASE("the choices of a training are kept as they are, and what cannot be chosen is refused with its name") {
    TrainingSettings settings = default_settings("reverse");
    set_option(settings, TrainingOption::optimizer, 1);
    set_option(settings, TrainingOption::rate, 0.05);
    set_option(settings, TrainingOption::layers, 3);
    set_option(settings, TrainingOption::causal_mask, 0);
    const auto json = [&] { return nlohmann::json::parse(to_json(settings).dump()); };
    const auto read = [](const nlohmann::json& from) {
        TrainingSettings read_settings;
        read_json(from, "here", read_settings);
        return read_settings;
    };
    CHECK(read(json()) == settings);
    CHECK(read({{"task", "copy"}}) == default_settings("copy"));
    CHECK(read({{"task", ""}}) == TrainingSettings{});
    for (const auto& field : std::vector<std::pair<std::string, nlohmann::json>>{
             {"task", "juggling"}, {"rate", 1e9}, {"d_model", "wide"}, {"optimizer", "Lion"}, {"wings", 2}}) {
        nlohmann::json wrong = json();
        wrong[field.first] = field.second;
        INFO(field.first);
        CHECK_THROWS_WITH_AS(read(wrong), doctest::Contains(("here: '" + field.first).c_str()), Error);
    }
}

}  // namespace vitrine::training_test
