#include "app/views/train/time.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/training/moment_run.h"
#include "app/training/plan.h"
#include "app/views/train/state.h"

namespace vitrine {

TimeSource time_source(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    const TimeView& time = state.of<TimeView>();
    if (training.started) {
        if (!training.snapshot || !training.model) return {};
        return {&training.snapshot->moments, &training.snapshot->history, training.model, training.snapshot->steps, true};
    }
    if (!time.opened || !time.opened_model) return {};
    const Moments& moments = time.opened->moments;
    return {&moments, &time.opened->curves, time.opened_model, moments.all().back().step, false};
}

bool readings_are_current(const State& state) {
    const TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    return source && time.read_of == source.model.get() && !time.readings.empty() &&
           time.readings.back().step == source.moments->all().back().step && time.readings.size() == source.moments->all().size();
}

bool reads_while_training(const TimeSource& source) {
    return source.model && !source.model->model->batch.labels.empty() && work_of(*source.model) <= 60'000'000;
}

std::string going_on_refusal(const State& state, std::int64_t step) {
    const TimeSource source = time_source(state);
    if (!source) return "there is no training to continue";
    const bool weights_alone = std::ranges::none_of(source.moments->all(), &KeptMoment::is_full);
    if (weights_alone) return "this history has weights alone, without the state of the optimiser: no training continues from it";
    if (!source.moments->full_before(step)) return "no earlier moment was saved with the state of the optimiser";
    if (source.is_training) return "";
    if (!state.of<TimeView>().opened->plan) return "this history does not record what the model was trained on";
    const std::shared_ptr<const Run> open = state.of<TimeView>().opened_run;
    return further_refusal(open ? open.get() : state.run.get());
}

namespace {

/// The newest run of the source.
std::shared_ptr<const Run> run_now(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    return training.started ? training.run : state.of<TimeView>().opened_run;
}

/// Whether the model to which the moments belong is on the screen.
bool is_shown(const State& state) { return time_source(state).is_training ? state.of<Learning>().shown : state.run != nullptr; }

/// Shows another moment. Edits and switches stay as they are.
void show_at_time(State& state, const std::shared_ptr<const Run>& run) {
    Edits kept = working_run(state) && is_shown(state) ? state.edits : Edits{};
    replace_run(state, run);
    if (!kept.empty()) state.edits = std::move(kept);
}

void leave_time(State& state) {
    TimeView& time = state.of<TimeView>();
    time.at.reset(), time.run.reset();
    time.run_step = -1;
    time.playing = false;
}

}  // namespace

void do_command(State& state, const ShowMoment& command) {
    const TimeSource source = time_source(state);
    if (!source || !is_shown(state)) return;
    TimeView& time = state.of<TimeView>();
    time.at = source.moments->nearest(command.step).step;
    time.asked = command.step;
    if (time.run && time.run_step == *time.at) show_at_time(state, time.run);
}

void do_command(State& state, const ShowNow&) {
    const bool was_back = state.of<TimeView>().at.has_value();
    const TimeSource source = time_source(state);
    if (was_back && source && !run_now(state)) return do_command(state, ShowMoment{source.now});
    leave_time(state);
    if (was_back && is_shown(state) && run_now(state)) show_at_time(state, run_now(state));
}

void do_command(State& state, const PlayTime& command) {
    const TimeSource source = time_source(state);
    if (!source) return;
    TimeView& time = state.of<TimeView>();
    const bool at_end = !time.at || *time.at == source.moments->all().back().step;
    if (command.playing && at_end) do_command(state, ShowMoment{0});
    time.playing = command.playing;
    time.since = 0;
}

void do_command(State& state, const PinMoment&) {
    const TimeView& time = state.of<TimeView>();
    const std::shared_ptr<const Run> run = time.at ? time.run : run_now(state);
    if (run) do_command(state, PinRun{run});
}

void do_command(State& state, const ShowMomentRun& command) {
    TimeView& time = state.of<TimeView>();
    if (!command.run) {
        state.message = command.why;
        return do_command(state, ShowNow{});
    }
    if (!time.at || *time.at != command.step) return;
    time.run = command.run;
    time.run_step = command.step;
    if (is_shown(state)) show_at_time(state, command.run);
}

void do_command(State& state, const ShowReadings& command) {
    TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    if (!source || source.model.get() != command.of) return;
    if (!command.why.empty()) state.message = command.why;
    time.read_of = command.of;
    time.readings = command.readings;
    time.events = training_events(*source.curves, time.readings);
}

void do_command(State& state, const ShowStrip& command) {
    TimeView& time = state.of<TimeView>();
    time.strip_of = command.of, time.strip_until = command.until, time.strip_slopes = command.slopes;
    time.strip = command.strip;
}

std::filesystem::path history_place(const Run& run) { return run.request.folder.value_or(run.model->history); }

std::optional<std::int64_t> steps_without_history(const State& state) {
    const TimeView& time = state.of<TimeView>();
    const bool looked = state.run && history_place(*state.run) == time.looked_in;
    return looked && !time.opened && !state.of<TrainingView>().started ? time.steps_taken : std::nullopt;
}

void do_command(State& state, const ShowHistory& command) {
    TimeView& time = state.of<TimeView>();
    time.looked_in = command.folder;
    time.steps_taken = command.steps;
    if (!command.opened) {
        if (!command.why.empty()) state.message = command.why;
        return;
    }
    if (!state.run || history_place(*state.run) != command.folder) return;
    const std::shared_ptr<const Run> open = opened(state.run);
    time.opened = command.opened;
    time.opened_in = command.folder;
    if (const auto& moment = state.request.moment) {
        time.at = time.run_step = time.asked = *moment;
        time.run = open;
    } else {
        time.opened_run = open;
    }
    const std::optional<TrainingPlan>& plan = command.opened->plan;
    time.opened_model = std::make_shared<const TrainedModel>(
        TrainedModel{open->model, open->trace.outline, open->regime, plan ? std::optional(plan->options) : std::nullopt});
    TrainingView& training = state.of<TrainingView>();
    if (training.started) return;
    training.curves = {}, training.curves.follow(command.opened->curves);
    if (plan && plan->data.kind == DataKind::task)
        training.settings = settings_of(*plan, command.opened->moments.all().back().schedule, command.opened->configuration);
}

/// Ends showing a moment if another model has been opened, or if the training has forgotten the moment.
void follow_time(State& state, const Change&) {
    TimeView& time = state.of<TimeView>();
    if (time.opened && (!state.run || history_place(*state.run) != time.opened_in) && !state.of<Learning>().shown) time = {};
    const TimeSource source = time_source(state);
    if (!time.at) return;
    const bool gone = !source || *time.at > source.now || source.moments->nearest(*time.at).step != *time.at;
    if (gone || !is_shown(state)) leave_time(state);
}

namespace {

/// While a training goes on, has its new moments read every few seconds, as soon as the earlier ones have been.
void pass_time_of_readings(State& state, double seconds) {
    constexpr double between = 3;
    TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    if (!state.of<Learning>().playing || !source || !reads_while_training(source)) {
        time.read_until.reset(), time.since_read = 0;
        return;
    }
    time.since_read += seconds;
    const bool done =
        !time.read_until || *time.read_until > source.now ||
        (time.read_of == source.model.get() && !time.readings.empty() && time.readings.back().step >= *time.read_until);
    if (time.since_read < between || !done) return;
    time.since_read = 0;
    time.read_until = source.moments->all().back().step;
}

}  // namespace

void pass_time_of_training(State& state, double seconds) {
    pass_time_of_readings(state, seconds);
    TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    if (!time.playing || !source || !time.at) return;
    constexpr double moments_per_second = 12;
    time.since += seconds;
    if (time.since < 1 / moments_per_second) return;
    time.since = 0;
    const auto& all = source.moments->all();
    const auto next = std::ranges::upper_bound(all, *time.at, {}, &KeptMoment::step);
    if (next == all.end()) return do_command(state, ShowNow{});
    do_command(state, ShowMoment{next->step});
}

namespace {

bool is_playing(const State& state) { return state.of<TimeView>().playing; }

void describe_time(const State& state, nlohmann::ordered_json& json) {
    const TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    using OrderedJson = nlohmann::ordered_json;
    json["time"] = {{"at", time.at ? OrderedJson(*time.at) : OrderedJson()},
                    {"moments", source ? source.moments->all().size() : 0},
                    {"playing", time.playing},
                    {"events", time.events.size()}};
}

}  // namespace

const Module time_module{
    .name = "time",
    .follow = follow_time,
    .forget = [](State& state) { state.of<TimeView>() = {}; },
    .pass_time = pass_time_of_training,
    .moving = is_playing,
    .missing = missing_time,
    .describe = describe_time,
};

}  // namespace vitrine
