#include "app/views/generate/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "app/views/generate/commands.h"

namespace vitrine {

double clock_resolution(const MicrosecondClock& now) {
    constexpr int changes = 8, most_readings = 200'000;
    double shortest = std::numeric_limits<double>::infinity(), before = now();
    int seen = 0;
    for (int i = 0; i < most_readings && seen < changes; ++i) {
        const double read = now();
        if (!(read > before)) continue;
        shortest = std::min(shortest, read - before);
        before = read;
        ++seen;
    }
    return shortest;
}

namespace {

/// Requires: there is a time.
struct TimeSummary {
    double median = 0, between_quartiles = 0;

    explicit TimeSummary(std::span<const double> times) {
        std::vector<double> sorted(times.begin(), times.end());
        std::ranges::sort(sorted);
        const std::size_t count = sorted.size(), quarter = count / 4;
        median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        between_quartiles = sorted[count - 1 - quarter] - sorted[quarter];
    }
};

}  // namespace

ComparedTimes compare_times(std::span<const double> with, std::span<const double> without, double resolution) {
    constexpr std::size_t fewest_to_compare = 5;
    ComparedTimes compared;
    const auto median = [&](std::span<const double> times) -> std::optional<double> {
        if (times.empty()) return std::nullopt;
        const double middle = TimeSummary(times).median;
        return middle >= resolution ? std::optional(middle) : std::nullopt;
    };
    compared.with = median(with), compared.without = median(without);
    if (!compared.with || !compared.without || std::min(with.size(), without.size()) < fewest_to_compare) return compared;
    const TimeSummary a(with), b(without);
    const double apart = std::abs(a.median - b.median);
    compared.differ = apart > resolution && apart > std::max(a.between_quartiles, b.between_quartiles);
    return compared;
}

InterleavedTiming::InterleavedTiming(Run with, Run without, MicrosecondClock now, const TimingLimits& limits)
    : with_(std::move(with)), without_(std::move(without)), now_(std::move(now)), limits_(limits) {
    measured_.resolution = clock_resolution(now_);
}

bool InterleavedTiming::turn() {
    const double start = now_();
    const auto run = [](const Run& one, std::vector<MeasuredSteps>& times) {
        if (one) times.push_back(one());
    };
    const bool with_first = measured_.with.size() % 2 == 0;
    if (with_first) run(with_, measured_.with);
    run(without_, measured_.without);
    if (!with_first) run(with_, measured_.with);
    const double took = now_() - start;
    if (!has_warmed_) {
        has_warmed_ = true;
        if (took >= limits_.too_long_to_repeat) return false;
        measured_.with.clear(), measured_.without.clear();
        return true;
    }
    spent_ += took;
    const auto runs = static_cast<int>(measured_.with.size());
    return runs < limits_.fewest || (runs < limits_.most && spent_ < limits_.enough);
}

MeasuredTimes InterleavedTiming::result() const { return measured_; }

namespace {

template <class Of>
std::vector<double> each(const std::vector<MeasuredSteps>& runs, Of&& of) {
    std::vector<double> times;
    for (const MeasuredSteps& run : runs) {
        if (const std::optional<double> time = of(run)) times.push_back(*time);
    }
    return times;
}

template <class Of>
ComparedTimes compare_each(const MeasuredTimes& times, Of&& of) {
    return compare_times(each(times.with, of), each(times.without, of), times.resolution);
}

}  // namespace

ComparedTimes times_of_step(const MeasuredTimes& times, std::size_t step) {
    return compare_each(times, [step](const MeasuredSteps& run) {
        return step < run.steps.size() ? std::optional(run.steps[step]) : std::nullopt;
    });
}

ComparedTimes times_of_all(const MeasuredTimes& times) {
    return compare_each(times, [](const MeasuredSteps& run) { return std::optional(run.total); });
}

namespace {

double steady_microseconds() {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What a timing does between two turns.
struct TimingUnderWay {
    std::shared_ptr<const Decoded> decoded;
    Work* work = nullptr;  // of this turn
    bool stopped = false;
    std::optional<InterleavedTiming> timing{};

    MeasuredSteps run(CacheUse cache) {
        const DecodingQuestion& question = decoded->question;
        const DecodingModel model{question.model->configuration, *question.parameters, question.design, &question.interventions};
        DecodeOptions options = question.options;
        options.cache = cache;
        const Generation made =
            generate(model, question.source, options, [this](const Generation&) { return !work->stop_requested(); });
        stopped = stopped || !made.complete;
        MeasuredSteps measured{.steps = {}, .total = microseconds_of(made)};
        for (const DecodeStep& step : made.steps) measured.steps.push_back(step.microseconds);
        return measured;
    }
};

struct TimesQuestion {
    std::uint64_t number;
    bool operator==(const TimesQuestion&) const = default;
};

}  // namespace

Job timing_job(const std::shared_ptr<const Decoded>& decoded) {
    const auto state = std::make_shared<TimingUnderWay>(TimingUnderWay{.decoded = decoded});
    const std::uint64_t number = decoded->number;
    Job job;
    job.turn = [state, number](Work& work) {
        state->work = &work;
        if (!state->timing) {
            TimingUnderWay* const under_way = state.get();
            const auto run = [under_way](CacheUse cache) { return [under_way, cache] { return under_way->run(cache); }; };
            const DecodingQuestion& question = state->decoded->question;
            state->timing.emplace(run(question.options.cache),
                                  state->decoded->generation.cached ? InterleavedTiming::Run(run(CacheUse::none)) : nullptr,
                                  steady_microseconds);
        }
        const bool more = state->timing->turn();
        if (more && !state->stopped) return Turn::unfinished;
        work.show(
            ShowTimes{number, std::make_shared<const MeasuredTimes>(state->stopped ? MeasuredTimes{} : state->timing->result())});
        return Turn::finished;
    };
    job.failed = [number](std::string) -> Command { return ShowTimes{number, std::make_shared<const MeasuredTimes>()}; };
    job.question = TimesQuestion{number};
    return job;
}

}  // namespace vitrine
