#pragma once
/// Limits how often something runs beside training, and measures speed.

#include <algorithm>
#include <chrono>

namespace vitrine {

using Clock = std::chrono::steady_clock;

/// Limits a task to one run per interval and to a share (0 … 1) of all time.
class Pace {
public:
    Pace(std::chrono::duration<double> interval, double share) : interval_(interval), share_(share) {}

    bool is_due() const { return Clock::now() >= next_; }

    /// Runs body, and delays the next run according to the time it took.
    template <class Body>
    void spend(Body&& body) {
        const auto start = Clock::now();
        body();
        const std::chrono::duration<double> cost = Clock::now() - start;
        next_ = start + std::chrono::duration_cast<Clock::duration>(std::max(interval_, cost / share_));
    }

private:
    std::chrono::duration<double> interval_;
    double share_;
    Clock::time_point next_{};
};

/// The steps per second of a run, averaged over about the last quarter of a second.
class Speed {
public:
    void start() { since_ = Clock::now(), steps_ = 0; }

    void add_step() {
        ++steps_;
        const std::chrono::duration<double> passed = Clock::now() - since_;
        if (value_ > 0 && passed.count() < 0.25) return;
        value_ = static_cast<double>(steps_) / std::max(passed.count(), 1e-9);
        if (passed.count() >= 0.25) start();
    }

    double steps_per_second() const { return value_; }

private:
    Clock::time_point since_ = Clock::now();
    int steps_ = 0;
    double value_ = 0;
};

}  // namespace vitrine
