#include "app/views/train/beginning.h"

#include "app/compare/comparing.h"
#include "app/run/edited.h"
#include "app/state/learning.h"
#include "app/state/state.h"
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

/// Choices for the first training: the open model goes on with its own task, where that is possible.
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

/// The curve of the training that ends here stays to be compared with the next one, if that learns the same with other choices.
void keep_earlier(TrainingView& training) {
    if (!training.started || training.started->task != training.settings.task) training.earlier.clear();
    if (!training.started || training.started->task != training.settings.task || training.curves.loss.size() < 2) return;
    if (option_words(*training.started, training.settings).empty()) return;
    training.earlier.push_back({*training.started, training.curves.loss, training.snapshot->history, training.run});
    if (training.earlier.size() > most_earlier) training.earlier.erase(training.earlier.begin());
}

/// Begins a training with these settings, or goes on with a kept one; it takes no step yet. Its model is shown as soon as it is
/// ready.
void begin(State& state, const TrainingSettings& settings, const std::optional<TrainingToGoOn>& kept) {
    TrainingView& training = state.of<TrainingView>();
    training.open = model_to_train(state);
    keep_earlier(training);
    training.started = settings;
    ++training.starts;
    training.steps_asked = training.returns_asked = 0;
    training.back_asked = {};
    training.model.reset();
    state.of<TimeView>() = {};
    training.course = std::make_shared<TrainingCourse>(*training.started, training.open, kept);
    training.preparing = training.shows_next = true;
    training.snapshot.reset();
    training.curves = {};
    state.of<Learning>().playing = false;
    if (!state.of<Learning>().shown) return;
    state.edits = {};  // of a model that is no longer there
    state.history.clear();
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
