#include "app/views/train/beginning.h"

#include <algorithm>
#include <utility>

#include "app/compare/comparing.h"
#include "app/run/edited.h"
#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/training/kept.h"
#include "app/training/plan.h"
#include "app/views/train/state.h"
#include "app/views/train/time.h"
#include "app/views/train/training.h"

namespace vitrine {

std::shared_ptr<const Run> model_to_train(const State& state) {
    if (state.of<Learning>().shown) return state.of<TrainingView>().open;
    const std::shared_ptr<const Run>& run = working_run(state);
    return run && further_refusal(opened(run).get()).empty() ? opened(run) : nullptr;
}

namespace {

/// The choices for the first training: if possible, the open model goes on with its own task.
TrainingSettings first_settings(const std::shared_ptr<const Run>& open) {
    TrainingSettings settings = default_settings(open ? tasks_of(*open).front() : list_tasks().front().name);
    settings.from = open ? TrainingStart::open_model : TrainingStart::new_model;
    return settings;
}

}  // namespace

void make_choices_possible(State& state) {
    TrainingView& training = state.of<TrainingView>();
    const std::shared_ptr<const Run> open = model_to_train(state);
    if (training.settings.task.empty()) training.settings = first_settings(open);
    fit(training.settings, open.get());
}

namespace {

/// Keeps the curve of the ending training for comparison with the next one, if that has the same task and other choices.
void keep_earlier(TrainingView& training) {
    if (!training.started || training.started->task != training.settings.task) training.earlier.clear();
    if (!training.started || training.started->task != training.settings.task || training.curves.loss.size() < 2) return;
    if (option_words(*training.started, training.settings).empty()) return;
    training.earlier.push_back({*training.started, training.curves.loss, training.snapshot->history, training.run});
    if (training.earlier.size() > most_earlier) training.earlier.erase(training.earlier.begin());
}

/// Shows a training that begins, or is gone back to. It has no moments yet, and stands still.
void show_from_the_beginning(State& state) {
    TrainingView& training = state.of<TrainingView>();
    ++training.starts;
    training.part = StepPart::none;
    training.preparing = training.shows_next = true;
    state.of<TimeView>() = {};
    state.of<Learning>().playing = false;
    if (!state.of<Learning>().shown) return;
    state.edits = {};  // these belong to a model that is gone
    state.history.clear();
}

/// Begins a training with these settings, or goes on with a kept one. It takes no step yet, and its model is shown as soon as it
/// is ready. Does nothing while a kept training is being read.
void begin(State& state, const TrainingSettings& settings, const std::optional<TrainingToGoOn>& kept) {
    TrainingView& training = state.of<TrainingView>();
    if (state.of<Learning>().awaited) return;
    const std::shared_ptr<const Run> open = model_to_train(state);
    keep_earlier(training);
    TrainingUnderWay& now = training;
    const std::int64_t most = training.before ? training.before->steps() : 0;
    if (now.course && now.steps() >= std::max<std::int64_t>(most, 1))
        training.before = std::make_shared<TrainingUnderWay>(std::move(now));
    now = {.started = settings, .is_new = !kept && settings.from == TrainingStart::new_model, .open = open};
    now.course = std::make_shared<TrainingCourse>(settings, open, kept);
    show_from_the_beginning(state);
}

}  // namespace

void start(State& state) {
    make_choices_possible(state);
    const TrainingSettings settings = state.of<TrainingView>().settings;
    begin(state, settings, std::nullopt);
}

void go_on_with_history(State& state, std::int64_t step) {
    const std::shared_ptr<const TrainingHistory> history = state.of<TimeView>().opened;
    if (!history || !history->plan || !state.run) return;
    const KeptMoment* from = history->moments.full_before(step);
    if (!from) return;
    const TrainingSettings settings = settings_of(*history->plan, from->schedule, history->configuration);
    make_choices_possible(state);
    TrainingSettings& next = state.of<TrainingView>().settings;
    const std::string task = settings.task.empty() ? next.task : settings.task;
    next = settings;
    next.task = task;
    begin(state, settings, TrainingToGoOn{history, step});
}

TrainingUnderWay training_of(const KeptForWindow& kept) {
    TrainingUnderWay training{.started = kept.known.settings, .open = kept.open};
    training.course = std::make_shared<TrainingCourse>(kept.known.settings, kept.model, kept.going_on);
    training.kept_in = kept.folder;
    training.steps_kept = kept.going_on.step;
    return training;
}

void show_again(State& state, bool shown) {
    show_from_the_beginning(state);
    state.of<TrainingView>().shows_next = shown;
}

void take_up(State& state, const KeptForWindow& kept, bool shown) {
    TrainingView& training = state.of<TrainingView>();
    Learning& learning = state.of<Learning>();
    const bool plays = learning.playing;
    static_cast<TrainingUnderWay&>(training) = training_of(kept);
    show_from_the_beginning(state);
    learning.playing = plays;
    training.shows_next = shown || plays;
}

void go_back_to_training_before(State& state) {
    TrainingView& training = state.of<TrainingView>();
    if (!training.before) return;
    TrainingUnderWay& now = training;
    std::swap(now, *training.before);
    if (!training.before->course || training.before->steps() == 0) training.before.reset();
    training.settings = *training.started;
    show_from_the_beginning(state);
}

void start_if_nothing_is_lost(State& state) {
    const TrainingView& training = state.of<TrainingView>();
    const Learning& learning = state.of<Learning>();
    if (training.started && learning.shown && training.steps() == 0 && !learning.playing) start(state);
}

std::optional<std::int64_t> step_to_go_on_from(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    const TimeView& time = state.of<TimeView>();
    if (training.started || !time.opened || !time.opened->plan) return std::nullopt;
    const std::int64_t step = time.at.value_or(time_source(state).now);
    const KeptMoment* from = time.opened->moments.full_before(step);
    if (!from || !going_on_refusal(state, step).empty()) return std::nullopt;
    TrainingSettings before = settings_of(*time.opened->plan, from->schedule, time.opened->configuration);
    if (before.task.empty()) before.task = training.settings.task;
    return differences(training.settings, before) == 0 ? std::optional(step) : std::nullopt;
}

}  // namespace vitrine
