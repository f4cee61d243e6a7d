/// Jobs for the time of a training: reading a history from a folder, computing the run of a moment, and reading the moments.

#include <algorithm>
#include <limits>

#include "app/state/late_files.h"
#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/training/moment_run.h"
#include "app/views/train/state.h"
#include "app/views/train/time.h"
#include "core/io/checkpoint.h"

namespace vitrine {

namespace {

struct HistoryQuestion {
    std::filesystem::path folder;
    bool operator==(const HistoryQuestion&) const = default;
};

Job history_job(const std::filesystem::path& folder, const Configuration& configuration) {
    Job job = job_of(
        [folder, configuration](Work&) {
            auto history = std::make_shared<TrainingHistory>(read_history(folder));
            if (!(history->configuration == configuration))
                return ShowHistory{folder, nullptr, folder.string() + ": its history is of a model of other sizes"};
            if (!history->plan && holds_checkpoint(folder)) history->plan = read_training_plan(folder);
            return ShowHistory{folder, std::move(history)};
        },
        [folder](std::string why) -> Command {
            return ShowHistory{folder, nullptr, std::move(why)};
        });
    job.question = HistoryQuestion{folder};
    return job;
}

/// The history of the open model's folder, if the training is being looked at.
std::optional<MissingResult> missing_history(const State& state) {
    const TimeView& time = state.of<TimeView>();
    if (state.view != View::train || state.of<TrainingView>().started || !state.run) return std::nullopt;
    const std::filesystem::path folder = history_place(*state.run);
    if (folder.empty() || time.looked_in == folder || state.run->difference) return std::nullopt;
    std::vector<std::string> files;
    if (!state.run->request.folder) files.push_back(late_name_of_history(folder));
    if (!state.of<LateFiles>().lacks(files) && !holds_history(folder)) {
        const bool trained = holds_checkpoint(folder);
        Job job = job_of(
            [folder, trained](Work&) {
                return ShowHistory{folder, nullptr, {}, trained ? std::optional(read_steps_taken(folder)) : std::nullopt};
            },
            [folder](std::string) -> Command {
                return ShowHistory{folder, nullptr};
            });
        job.question = HistoryQuestion{folder};
        return MissingResult{.job = std::move(job), .at_once = !trained};
    }
    return MissingResult{.job = history_job(folder, state.run->model->configuration), .files = files};
}

struct MomentQuestion {
    std::shared_ptr<const TrainedModel> model;
    std::int64_t step;
    bool operator==(const MomentQuestion&) const = default;
};

/// The run of the moment to show.
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
    // so few multiplications that a frame may wait, so that the pictures follow the pointer
    return MissingResult{.job = std::move(job), .at_once = work_of(*model) <= 60'000'000};
}

/// The most multiplications of a pass of which eight are computed for the strip.
constexpr Size work_of_strip = 500'000'000;

struct ReadingsQuestion {
    std::shared_ptr<const TrainedModel> model;
    std::size_t moments;
    std::int64_t last;
    bool operator==(const ReadingsQuestion&) const = default;
};

/// Reads the moments up to a step that have not been read yet, in several turns. The number of these moments is part of the
/// question, unless a training goes on, which also forgets some.
Job readings_job(const TimeSource& source, const std::vector<MomentReading>& known, std::int64_t until, bool goes_on) {
    struct Progress {
        std::vector<KeptMoment> moments;
        std::vector<MomentReading> known, readings;
    };
    const auto progress = std::make_shared<Progress>(Progress{source.moments->all(), known, {}});
    std::erase_if(progress->moments, [until](const KeptMoment& moment) { return moment.step > until; });
    const auto model = source.model;
    Job job;
    job.turn = [progress, model](Work& work) {
        const KeptMoment& moment = progress->moments[progress->readings.size()];
        const auto read = std::ranges::find(progress->known, moment.step, &MomentReading::step);
        const Model& of = *model->model;
        progress->readings.push_back(read != progress->known.end()
                                         ? *read
                                         : read_moment(moment.step, of.configuration, *moment.weights(), of.batch, model->regime));
        if (progress->readings.size() < progress->moments.size()) return Turn::unfinished;
        work.show(ShowReadings{model.get(), progress->readings});
        return Turn::finished;
    };
    job.failed = [model](std::string why) -> Command { return ShowReadings{model.get(), {}, std::move(why)}; };
    constexpr auto any_number = std::numeric_limits<std::size_t>::max();
    job.question = ReadingsQuestion{model, goes_on ? any_number : progress->moments.size(), until};
    return job;
}

/// While a training goes on, the moments up to `read_until`: see pass_time_of_training().
std::optional<MissingResult> missing_readings(const State& state) {
    const TimeView& time = state.of<TimeView>();
    const Learning& learning = state.of<Learning>();
    const TimeSource source = time_source(state);
    if (state.view != View::train || !source || (learning.moves && !learning.playing)) return std::nullopt;
    if (source.model->model->batch.labels.empty() || (learning.playing && !time.read_until)) return std::nullopt;
    // Of a large model's folders only those are read that are looked at.
    if (!source.moments->all().front().is_in_memory() && work_of(*source.model) > work_of_strip) return std::nullopt;
    const bool same = time.read_of == source.model.get();
    if (same && time.readings.empty()) return std::nullopt;  // reading has failed
    const std::int64_t until = learning.playing ? *time.read_until : source.moments->all().back().step;
    if (learning.playing ? same && time.readings.back().step >= until : readings_are_current(state)) return std::nullopt;
    const std::vector<MomentReading> known = same ? time.readings : std::vector<MomentReading>{};
    return MissingResult{.job = readings_job(source, known, until, learning.playing), .tag = "time"};
}

/// The runs of the strip. Only while the training stands still, and if the model is not too large for eight runs.
std::optional<MissingResult> missing_strip(const State& state) {
    const TimeView& time = state.of<TimeView>();
    const TimeSource source = time_source(state);
    if (state.view != View::train || !source || state.of<Learning>().playing || state.of<Learning>().moves) return std::nullopt;
    const std::int64_t until = source.moments->all().back().step;
    const bool slopes = state.aspect != Aspect::value && !source.model->model->batch.labels.empty();
    const bool known = time.strip_of == source.model.get() && time.strip_until == until && (time.strip_slopes || !slopes);
    if (until == 0 || known) return std::nullopt;
    if (work_of(*source.model) > work_of_strip) return std::nullopt;
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

}  // namespace vitrine
