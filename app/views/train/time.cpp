#include "app/views/train/time.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/views/train/state.h"
#include "core/io/checkpoint.h"
#include "core/text/plain_text.h"

namespace vitrine {

TimeSource time_source(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    const TimeView& time = state.of<TimeView>();
    if (training.started) {
        if (!training.snapshot || !training.model) return {};
        return {&training.snapshot->moments, &training.snapshot->history, training.model, training.snapshot->steps, true};
    }
    if (!time.opened || !time.opened_model) return {};
    const Moments& moments = time.opened->history.moments;
    return {&moments, &time.opened->history.curves, time.opened_model, moments.all().back().step, false};
}

bool readings_are_current(const State& state) {
    const TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    return source && time.read_of == source.model.get() && !time.readings.empty() &&
           time.readings.back().step == source.moments->all().back().step && time.readings.size() == source.moments->all().size();
}

namespace {

/// The newest run of the source.
std::shared_ptr<const Run> run_now(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    return training.started ? training.run : state.of<TimeView>().opened_run;
}

/// Whether the model whose time it is, is on the screen.
bool is_shown(const State& state) { return time_source(state).is_training ? state.of<Learning>().shown : state.run != nullptr; }

/// What is edited and switched stays so at the other moment.
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
    time.read_of = command.of;
    time.readings = command.readings;
    time.events = training_events(*source.curves, time.readings);
}

void do_command(State& state, const ShowStrip& command) {
    TimeView& time = state.of<TimeView>();
    time.strip_of = command.of, time.strip_until = command.until, time.strip_slopes = command.slopes;
    time.strip = command.strip;
}

void do_command(State& state, const ShowHistory& command) {
    TimeView& time = state.of<TimeView>();
    time.looked_in = command.folder;
    if (!command.opened) {
        if (!command.why.empty()) state.message = command.why;
        return;
    }
    if (!state.run || state.run->request.folder != command.folder) return;
    const std::shared_ptr<const Run> open = opened(state.run);
    time.opened = command.opened;
    if (const auto& moment = state.request.moment) {
        time.at = time.run_step = *moment;
        time.run = open;
    } else {
        time.opened_run = open;
    }
    time.opened_model =
        std::make_shared<const TrainedModel>(TrainedModel{open->model, open->trace.outline, open->regime, command.opened->options});
    TrainingView& training = state.of<TrainingView>();
    if (!training.started) training.curves = {}, training.curves.follow(command.opened->history.curves);
}

namespace {

struct HistoryQuestion {
    std::filesystem::path folder;
    bool operator==(const HistoryQuestion&) const = default;
};

Job history_job(const std::filesystem::path& folder, const Configuration& configuration) {
    Job job = job_of(
        [folder, configuration](Work&) {
            auto opened = std::make_shared<OpenedHistory>(OpenedHistory{folder, read_history(folder)});
            if (holds_checkpoint(folder)) opened->options = read_training_plan(folder).options;
            if (!(opened->history.configuration == configuration))
                return ShowHistory{folder, nullptr, folder.string() + ": its history is of a model of other sizes"};
            return ShowHistory{folder, opened};
        },
        [folder](std::string why) -> Command {
            return ShowHistory{folder, nullptr, std::move(why)};
        });
    job.question = HistoryQuestion{folder};
    return job;
}

/// The history of the open model's folder, when the training is looked at.
std::optional<MissingResult> missing_history(const State& state) {
    const TimeView& time = state.of<TimeView>();
    if (state.view != View::train || state.of<TrainingView>().started || !state.run || !state.run->request.folder)
        return std::nullopt;
    const std::filesystem::path& folder = *state.run->request.folder;
    if (time.looked_in == folder || state.run->difference) return std::nullopt;
    if (!holds_history(folder))
        return MissingResult{.job = job_of(
                                 [folder](Work&) {
                                     return ShowHistory{folder, nullptr};
                                 },
                                 [folder](std::string) -> Command {
                                     return ShowHistory{folder, nullptr};
                                 }),
                             .at_once = true};
    return MissingResult{history_job(folder, state.run->model->configuration)};
}

struct MomentQuestion {
    std::shared_ptr<const TrainedModel> model;
    std::int64_t step;
    bool operator==(const MomentQuestion&) const = default;
};

/// What the update after a moment starts from; null where the optimiser's memory is not kept.
std::shared_ptr<const UpdateBasis> update_after(const TrainedModel& model, const KeptMoment& moment) {
    if (!moment.is_full() || !model.options) return nullptr;
    UpdateBasis basis{.options = *model.options, .step = moment.step + 1, .memory = moment.memory};
    basis.options.schedule = moment.schedule;
    basis.rate = learning_rate(moment.schedule, model.model->configuration.d_model, basis.step);
    return std::make_shared<const UpdateBasis>(std::move(basis));
}

std::shared_ptr<const Run> run_of_moment(const TrainedModel& model, const KeptMoment& moment,
                                         const std::optional<ModelRequest>& request) {
    const std::shared_ptr<const Parameters> parameters(moment.parameters, &moment.parameters->tensors());
    auto activations = std::make_shared<Activations>();
    forward({model.model->configuration, *parameters, model.model->batch, model.regime}, *activations);
    auto run = make_run(model, {.title = fmt::format("{}, after {}", model.model->title, counted(moment.step, "step")),
                                .parameters = parameters,
                                .activations = std::move(activations),
                                .update = update_after(model, moment)});
    if (!request) return run;
    auto named = std::make_shared<Run>(*run);
    named->request = *request;
    return named;
}

/// About how many multiplications a moment's pass takes.
Size work_of(const TrainedModel& model) {
    const Batch& batch = model.model->batch;
    const double tokens = static_cast<double>(batch.sentences() * (batch.source_length() + batch.target_length()));
    return static_cast<Size>(parameter_count(model.model->configuration) * tokens);
}

/// The run of the moment that is to be shown.
std::optional<MissingResult> missing_moment(const State& state) {
    const TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    if (!time.at || !source || (time.run && time.run_step == *time.at)) return std::nullopt;
    const KeptMoment moment = source.moments->nearest(*time.at);
    const auto model = source.model;
    const std::int64_t step = *time.at;
    const auto request = source.is_training ? std::nullopt : std::optional(state.request);
    Job job = job_of(
        [model, moment, step, request](Work&) {
            return ShowMomentRun{step, run_of_moment(*model, moment, request)};
        },
        [step](std::string why) -> Command {
            return ShowMomentRun{step, nullptr, std::move(why)};
        });
    job.question = MomentQuestion{model, step};
    // So few multiplications that a frame may wait for them: the pictures follow the pointer.
    return MissingResult{.job = std::move(job), .at_once = work_of(*model) <= 60'000'000};
}

struct ReadingsQuestion {
    std::shared_ptr<const TrainedModel> model;
    std::size_t moments;
    std::int64_t last;
    bool operator==(const ReadingsQuestion&) const = default;
};

/// Reads the moments that have not been read, in turns.
Job readings_job(const TimeSource& source, const std::vector<MomentReading>& known) {
    struct Progress {
        std::vector<KeptMoment> moments;
        std::vector<MomentReading> known, readings;
    };
    const auto progress = std::make_shared<Progress>(Progress{source.moments->all(), known, {}});
    const auto model = source.model;
    Job job;
    job.turn = [progress, model](Work& work) {
        const KeptMoment& moment = progress->moments[progress->readings.size()];
        const auto read = std::ranges::find(progress->known, moment.step, &MomentReading::step);
        const Model& of = *model->model;
        progress->readings.push_back(
            read != progress->known.end()
                ? *read
                : read_moment(moment.step, of.configuration, moment.parameters->tensors(), of.batch, model->regime));
        if (progress->readings.size() < progress->moments.size()) return Turn::unfinished;
        work.show(ShowReadings{model.get(), progress->readings});
        return Turn::finished;
    };
    job.failed = [model](std::string) -> Command { return ShowReadings{model.get(), {}}; };
    job.question = ReadingsQuestion{model, progress->moments.size(), progress->moments.back().step};
    return job;
}

/// While a training stands still, so that it is not held up.
std::optional<MissingResult> missing_readings(const State& state) {
    const TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    if (state.view != View::train || !source || state.of<Learning>().playing || state.of<Learning>().moves) return std::nullopt;
    if (source.model->model->batch.labels.empty()) return std::nullopt;
    if (readings_are_current(state)) return std::nullopt;
    const bool same = time.read_of == source.model.get();
    if (same && time.readings.empty()) return std::nullopt;  // it has failed
    return MissingResult{.job = readings_job(source, same ? time.readings : std::vector<MomentReading>{}), .tag = "time"};
}

/// Some kept moments, as evenly spread as they are, the first and the last among them.
std::vector<KeptMoment> some_of(const Moments& moments) {
    constexpr std::size_t most = 8;
    const auto& all = moments.all();
    if (all.size() <= most) return all;
    std::vector<KeptMoment> some;
    for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * (all.size() - 1) / (most - 1)]);
    return some;
}

/// The runs of the strip, while the training stands still, of a model that is not too large for eight runs.
std::optional<MissingResult> missing_strip(const State& state) {
    const TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    if (state.view != View::train || !source || state.of<Learning>().playing || state.of<Learning>().moves) return std::nullopt;
    const std::int64_t until = source.moments->all().back().step;
    const bool slopes = state.aspect != Aspect::value && !source.model->model->batch.labels.empty();
    const bool known = time.strip_of == source.model.get() && time.strip_until == until && (time.strip_slopes || !slopes);
    if (until == 0 || known) return std::nullopt;
    if (work_of(*source.model) > 500'000'000) return std::nullopt;
    const auto model = source.model;
    Job job = job_of(
        [model, until, slopes, moments = some_of(*source.moments)](Work&) {
            std::vector<TimePicture> strip;
            for (const KeptMoment& moment : moments) {
                const std::shared_ptr<const Run> run = run_of_moment(*model, moment, std::nullopt);
                strip.push_back({moment.step, slopes ? with_gradients(*run) : run});
            }
            return ShowStrip{model.get(), until, slopes, std::move(strip)};
        },
        [model, until, slopes](std::string) -> Command {
            return ShowStrip{model.get(), until, slopes, {}};
        });
    job.question = ReadingsQuestion{model, slopes ? 1u : 0u, until};
    return MissingResult{.job = std::move(job), .tag = "time"};
}

}  // namespace

std::optional<MissingResult> missing_time(const State& state) {
    if (auto history = missing_history(state)) return history;
    if (auto moment = missing_moment(state)) return moment;
    if (auto strip = missing_strip(state)) return strip;
    return missing_readings(state);
}

/// Another model has come, or the training has forgotten the shown moment.
void follow_time(State& state, const Change&) {
    TimeView& time = state.of<TimeView>();
    if (time.opened && (!state.run || state.run->request.folder != time.opened->folder) && !state.of<Learning>().shown) time = {};
    const TimeSource source = time_source(state);
    if (!time.at) return;
    const bool gone = !source || *time.at > source.now || source.moments->nearest(*time.at).step != *time.at;
    if (gone || !is_shown(state)) leave_time(state);
}

void pass_time_of_training(State& state, double seconds) {
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
