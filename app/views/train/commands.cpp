#include "app/edit/commands.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/run/edited.h"
#include "app/state/learning.h"
#include "app/state/notice.h"
#include "app/state/place.h"
#include "app/state/replaced.h"
#include "app/state/transport_commands.h"
#include "app/training/plan.h"
#include "app/views/train/aside.h"
#include "app/views/train/beginning.h"
#include "app/views/train/commands.h"
#include "app/views/train/state.h"
#include "app/views/train/time.h"
#include "app/views/train/training.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Selects what changes most while a model learns to translate: the attention of its last layer.
void select_what_learns(State& state) {
    const Configuration& c = state.run->model->configuration;
    const std::string stack = c.has_decoder() ? "decoder" : "encoder", attention = state.run->has_both_stacks() ? "cross" : "self";
    select_tensor(state, fmt::format("{}.layers.{}.{}_attn.weights", stack, c.layers(c.last_stack()) - 1, attention));
}

/// Replaces the open model by the one in training.
void take_place(State& state) {
    Learning& learning = state.of<Learning>();
    remember_replaced(state);
    state.history.forget_undone();
    learning.set_aside = std::exchange(state.edits, {});
    learning.history_set_aside = std::exchange(state.history, {});
    learning.shown = true;
    leave_gradients(state);
}

void show_moment(State& state, const std::shared_ptr<const Run>& run) {
    Learning& learning = state.of<Learning>();
    const bool arrives = !learning.shown;
    const bool is_new = std::exchange(state.of<TrainingView>().is_new, false) && state.view == View::train;
    const bool first = arrives && (is_new || state.step == 0);
    if (arrives) take_place(state);
    // A change of the learning rate, for example, does not change the model, so the edits stay.
    const bool same = !arrives && opened(working_run(state))->parameters == run->parameters;
    if (same && !working_run(state)->edits.empty()) return;
    replace_run(state, run);
    if (!first) return;
    select_what_learns(state);
    state.scroll.erase("inspector");
}

/// Shows the model of a training that is asked to go on.
void show_training(State& state) {
    TrainingView& training = state.of<TrainingView>();
    if (state.of<Learning>().shown || training.preparing) return;
    if (training.run) show_moment(state, training.run);
}

/// Moves in the film of the next step's batch, once that is shown: to the watched tensor in the forward pass, to the loss, to the
/// end of the backward pass, or to the update.
void show_part(State& state) {
    const Film& film = film_of(*state.run);
    switch (state.of<TrainingView>().part) {
        case StepPart::forward:
            return do_command(state, GoToPhase{Phase::forward});
        case StepPart::loss:
            return show_film_place(state, state.run->last_step());
        case StepPart::backward:
            return show_film_place(state, film.update() - 1);
        case StepPart::update:
            return show_film_place(state, film.update());
        default:
            return;
    }
}

/// Takes back what was changed in the model by hand, since only the model itself learns. Undo restores it.
void take_edits_back(State& state) {
    if (!state.of<Learning>().shown || state.edits.empty()) return;
    state.history.note(std::exchange(state.edits, {}), "train on");
}

void go_on(State& state) {
    state.of<TrainingView>().part = StepPart::none;
    adopt_training_of_lesson(state);
    const auto kept = step_to_go_on_from(state);
    if (kept) go_on_with_history(state, *kept);
    if (state.of<TrainingView>().started && !kept) do_command(state, ShowNow{});
    if (!state.of<TrainingView>().course) start(state);
    show_training(state);
    take_edits_back(state);
}

/// Reports the breakdown in a message, unless the training view shows it beside its controls.
void tell_breakdown(State& state) {
    const auto& breakdown = state.of<TrainingView>().snapshot->breakdown;
    state.reveal.insert("train/breakdown");
    if (state.view == View::train || !breakdown) return;
    state.message = "the training stopped at step " + std::to_string(breakdown->step) + ". " + sentence(*breakdown) +
                    " Train shows how to go back.";
}

}  // namespace

void enter_training(State& state) {
    state.message.clear();
    make_choices_possible(state);
}

void follow_training(State& state, const Change& change) {
    follow_aside(state);
    TrainingView& training = state.of<TrainingView>();
    Learning& learning = state.of<Learning>();
    const bool another = state.run && change.run && opened(state.run)->model != opened(change.run)->model;
    if (another && !learning.shown && !training.settings.task.empty()) make_choices_possible(state);
    const bool starts_playing = learning.playing && !training.orders.playing;
    if (starts_playing || std::exchange(learning.asked_for, false)) {
        const bool plays = learning.playing;
        go_on(state);
        learning.playing = plays;
    }
    if (const TrainingOrders orders = training_orders(state); !(orders == training.orders)) {
        training.orders = orders;
        ++training.orders_given;
    }
    learning.started = training.started.has_value();
    learning.moves = training.course && training.obeyed != training.orders_given;
    learning.broken_down = training.broken_down();
    learning.steps = state.of<TimeView>().at.value_or(training.steps());
    learning.newest = training.steps();
    learning.at_moment = !training.started && state.of<TimeView>().at.has_value();
}

void do_command(State& state, const SetTask& command) {
    state.menu.clear();
    make_choices_possible(state);
    TrainingSettings& settings = state.of<TrainingView>().settings;
    const std::shared_ptr<const Run> open = model_to_train(state);
    const std::vector<std::string> known = open ? tasks_of(*open) : std::vector<std::string>{};
    const bool knows = std::ranges::find(known, command.task) != known.end();
    const bool on_board = std::ranges::find(list_tasks(), command.task, &TaskInfo::name) != list_tasks().end();
    if (!knows && !on_board) return void(state.message = "there is no task " + in_quotes(command.task) + " for this model");
    if (settings.task == command.task) return;
    if (!knows) settings.from = TrainingStart::new_model;
    if (!on_board && settings.from == TrainingStart::new_model) settings.from = TrainingStart::open_sizes;
    change_task(settings, command.task);
    start_if_nothing_is_lost(state);
}

void do_command(State& state, const SetTrainingStart& command) {
    make_choices_possible(state);
    TrainingSettings& settings = state.of<TrainingView>().settings;
    if (settings.from == command.from) return;
    settings.from = command.from;
    make_choices_possible(state);
    start_if_nothing_is_lost(state);
}

void do_command(State& state, const SetTrainingOption& command) {
    TrainingView& training = state.of<TrainingView>();
    const auto values = option_info(command.option).values;
    const int last = static_cast<int>(values.size()) - 1;
    const double value = values[static_cast<std::size_t>(std::clamp(command.place, 0, last))];
    if (option_value(training.settings, command.option) == value) return;
    set_option(training.settings, command.option, value);
    if (acts_at_once(command.option)) {
        // From then on, the rate is fixed, and the schedule no longer applies.
        training.settings.schedule = ScheduleKind::constant;
        if (training.started) training.started->rate = value, training.started->schedule = ScheduleKind::constant;
    } else {
        start_if_nothing_is_lost(state);
    }
}

void do_command(State& state, const StepTraining& command) {
    go_on(state);
    state.of<Learning>().playing = false;
    state.of<TrainingView>().steps_asked += command.steps;
}

bool can_take(const TrainingView& training, StepPart part) {
    if (training.broken_down()) return false;
    if (part == StepPart::forward) return training.part == StepPart::none || training.part == StepPart::update;
    const bool arrived = training.run && training.snapshot && training.snapshot->batch;
    return arrived && training.part != StepPart::none && training.part != StepPart::update &&
           (part == StepPart::update || part > training.part);
}

void do_command(State& state, const TakeStepPart& command) {
    TrainingView& training = state.of<TrainingView>();
    if (!can_take(training, command.part)) return;
    const bool first = command.part == StepPart::forward;
    if (first) go_on(state);
    state.of<Learning>().playing = false;
    training.part = command.part;
    if (command.part == StepPart::update) ++training.steps_asked;
    if (!first) show_part(state);
}

void do_command(State& state, const ResetTraining&) {
    state.message.clear();
    const TrainingView& training = state.of<TrainingView>();
    if (!training.started) return;
    const std::shared_ptr<TrainingUnderWay> before = training.before;
    start(state);
    if (training.before != before)
        notify(state, "Back to the previous training, in the menu Run, returns to the one with " +
                          counted(training.before->steps(), "step"));
}

void do_command(State& state, const StartTrainingOver&) {
    const int starts = state.of<TrainingView>().starts;
    do_command(state, ResetTraining{});
    if (state.of<TrainingView>().starts != starts) do_command(state, PlayTraining{});
}

void do_command(State& state, const GoBackToTraining&) {
    state.message.clear();
    if (holds_training_aside(state)) return go_back_to_training_aside(state);
    go_back_to_training_before(state);
}

void do_command(State& state, const GoOnFromMoment& command) {
    TrainingView& training = state.of<TrainingView>();
    state.message.clear();
    if (!training.started) return go_on_with_history(state, command.step);
    go_on(state);
    state.of<Learning>().playing = false;
    training.back_asked = {training.back_asked.number + 1, command.step};
}

void do_command(State& state, const ReturnToLastGood&) {
    go_on(state);
    state.of<Learning>().playing = false;
    ++state.of<TrainingView>().returns_asked;
}

namespace {

void take_in(TrainingView& training, const ShowSnapshot& news) {
    training.snapshot = news.snapshot;
    training.run = news.run;
    training.uses = news.uses;
    training.model = news.model;
    training.preparing = false;
    training.obeyed = news.obeyed.value_or(training.obeyed);
    training.curves.follow(news.snapshot->history);
}

}  // namespace

void do_command(State& state, const ShowSnapshot& command) {
    TrainingView* of_course = training_with(state, command.course);
    if (!of_course) return;
    TrainingView& training = *of_course;
    const bool broken_before = training.broken_down();
    take_in(training, command);
    if (&training != &state.of<TrainingView>()) return;  // it is set aside
    if (training.broken_down()) state.of<Learning>().playing = false, training.part = StepPart::none;
    if (training.broken_down() && !broken_before) tell_breakdown(state);
    const bool arrives = std::exchange(training.shows_next, false);
    if (training.part == StepPart::update) return;  // the result of the step stays on the screen
    if (state.of<TimeView>().at) return;            // an earlier moment stays on the screen
    if (arrives || state.of<Learning>().shown) show_moment(state, command.run);
    if (training.part == StepPart::forward && command.snapshot->batch) show_part(state);
}

void do_command(State& state, const TrainingFailed& command) {
    TrainingView* of_course = training_with(state, command.course);
    if (!of_course) return;
    TrainingView& training = *of_course;
    training.preparing = training.shows_next = false;
    training.course.reset();
    if (training.steps() == 0) training.started.reset();  // it has not begun, and may begin with other choices
    if (&training != &state.of<TrainingView>()) return;
    state.of<Learning>().playing = false;
    state.message = command.why;
}

}  // namespace vitrine
