#include "app/edit/commands.h"

#include <algorithm>

#include "app/state/learning.h"
#include "app/state/place.h"
#include "app/views/train/commands.h"
#include "app/views/train/state.h"
#include "app/views/train/training.h"

namespace vitrine {

namespace {

/// The task the open model is of, if its name says one.
std::string first_task(const State& state) {
    const std::vector<TaskInfo>& tasks = list_tasks();
    const std::string open = state.run ? state.run->model->name : "";
    const bool known = std::ranges::find(tasks, open, &TaskInfo::name) != tasks.end();
    return known ? open : tasks.front().name;
}

/// Starts a new training with the present options; it takes no step yet.
void start(State& state) {
    TrainingView& training = state.of<TrainingView>();
    if (training.settings.task.empty()) training.settings = default_settings(first_task(state));
    training.started = training.settings;
    ++training.starts;
    training.steps_asked = training.returns_asked = 0;
    training.course = std::make_shared<TrainingCourse>(*training.started);
    training.preparing = true;
    state.of<Learning>().playing = false;
    training.snapshot.reset();
    training.curves = {};
}

/// What changes most while a model learns to translate: whom its last layer listens to.
void select_what_learns(State& state) {
    const Size layers = state.run->model->configuration.num_decoder_layers;
    select_tensor(state, "decoder.layers." + std::to_string(layers - 1) + ".cross_attn.weights");
}

void show_training(State& state) {
    TrainingView& training = state.of<TrainingView>();
    Learning& learning = state.of<Learning>();
    const bool first = !learning.shown && state.step == 0;
    learning.set_aside = state.edits;
    learning.shown = true;
    if (!training.run) return;
    replace_run(state, training.run);
    if (first) select_what_learns(state);
}

/// Reports the breakdown in a message, unless the training view shows it beside its controls.
void tell_breakdown(State& state) {
    const auto& breakdown = state.of<TrainingView>().snapshot->breakdown;
    state.reveal.insert("train/breakdown");
    if (state.view == View::train || !breakdown) return;
    state.message = "the training stopped at step " + std::to_string(breakdown->step) + ". " + sentence(*breakdown) +
                    " Under Train is the way back.";
}

}  // namespace

void enter_training(State& state) {
    state.message.clear();
    if (!state.of<TrainingView>().started) start(state);
    if (!state.of<Learning>().shown) show_training(state);
}

void follow_training(State& state, const Change&) {
    TrainingView& training = state.of<TrainingView>();
    if (const TrainingOrders orders = training_orders(state); !(orders == training.orders)) {
        training.orders = orders;
        ++training.orders_given;
    }
    Learning& learning = state.of<Learning>();
    learning.started = training.started.has_value();
    learning.broken_down = training.broken_down();
    learning.steps = training.steps();
}

void do_command(State& state, const SetTask& command) {
    state.menu.clear();
    if (state.of<TrainingView>().settings.task == command.task && state.of<TrainingView>().started) return;
    change_task(state.of<TrainingView>().settings, command.task);
    start(state);
}

void do_command(State& state, const SetTrainingOption& command) {
    TrainingView& training = state.of<TrainingView>();
    const auto values = option_info(command.option).values;
    const int last = static_cast<int>(values.size()) - 1;
    const double value = values[static_cast<std::size_t>(std::clamp(command.place, 0, last))];
    if (option_value(training.settings, command.option) == value) return;
    set_option(training.settings, command.option, value);
    if (acts_at_once(command.option)) {
        // From then on the rate is fixed and the schedule no longer applies.
        training.settings.schedule = ScheduleKind::constant;
        if (training.started) training.started->rate = value, training.started->schedule = ScheduleKind::constant;
    } else if (training.started && training.steps() == 0 && !state.of<Learning>().playing) {
        start(state);  // nothing is lost
    }
}

void do_command(State& state, const StepTraining& command) {
    state.of<Learning>().playing = false;
    state.of<TrainingView>().steps_asked += command.steps;
}

void do_command(State& state, const ResetTraining&) {
    state.message.clear();
    if (state.of<TrainingView>().started) start(state);
}

void do_command(State& state, const ReturnToLastGood&) {
    state.of<Learning>().playing = false;
    ++state.of<TrainingView>().returns_asked;
}

void do_command(State& state, const ShowSnapshot& command) {
    TrainingView& training = state.of<TrainingView>();
    const bool first = !training.run, broken_before = training.broken_down();
    training.snapshot = command.snapshot;
    training.run = command.run;
    training.preparing = false;
    training.obeyed = command.obeyed.value_or(training.obeyed);
    training.curves.follow(command.snapshot->history);
    if (training.broken_down()) state.of<Learning>().playing = false;
    if (training.broken_down() && !broken_before) tell_breakdown(state);
    if (!state.of<Learning>().shown) return;
    replace_run(state, command.run);
    if (first && state.step == 0) select_what_learns(state);
}

void do_command(State& state, const TrainingFailed& command) {
    state.of<TrainingView>().preparing = false;
    state.of<TrainingView>().course.reset();
    state.of<Learning>().playing = false;
    state.message = command.why;
}

}  // namespace vitrine
