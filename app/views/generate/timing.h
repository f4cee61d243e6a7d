#pragma once
/// The times of a decoding with the cache and without: measured in many runs, one of each after the other, so that what else the
/// machine does meets both alike.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/base/job.h"
#include "app/views/generate/state.h"

namespace vitrine {

/// A clock, in microseconds from anywhere.
using MicrosecondClock = std::function<double()>;

/// The shortest time that the clock tells from none; infinite where it stands still. Browsers make theirs coarse.
double clock_resolution(const MicrosecondClock& now);

/// What several runs tell of two times, in microseconds.
struct ComparedTimes {
    std::optional<double> with, without;  ///< medians; nothing: not measured, or shorter than the clock can tell
    bool differ = false;                  ///< by more than the runs of either differ among themselves, and than the clock can tell
};

/// Requires of `differ` at least five runs of each. How much runs differ among themselves is the distance between their quartiles.
ComparedTimes compare_times(std::span<const double> with, std::span<const double> without, double resolution);

/// How long is measured.
struct TimingLimits {
    int fewest = 5, most = 21;        ///< runs, not counting the first
    double enough = 100'000;          ///< microseconds: after so many, no more than the fewest
    double too_long_to_repeat = 2e6;  ///< where the first run of both takes so long it is the only one
};

/// Measures two ways of doing the same, in turn. The first run of each is not counted if there are others, because its data are
/// not in the processor's caches yet.
class InterleavedTiming {
public:
    using Run = std::function<MeasuredSteps()>;

    /// `without` may be empty: then there is nothing to compare with.
    InterleavedTiming(Run with, Run without, MicrosecondClock now, const TimingLimits& limits = {});

    /// Makes one run of each, in alternating order. False: there is nothing more to do.
    bool turn();

    MeasuredTimes result() const;

private:
    Run with_, without_;
    MicrosecondClock now_;
    TimingLimits limits_;
    MeasuredTimes measured_;
    double spent_ = 0;
    bool has_warmed_ = false;
};

/// The times of one step, or of all of them.
ComparedTimes times_of_step(const MeasuredTimes& times, std::size_t step);
ComparedTimes times_of_all(const MeasuredTimes& times);

/// Measures an answer, turn by turn, and shows ShowTimes.
Job timing_job(const std::shared_ptr<const Decoded>& decoded);

}  // namespace vitrine
