#pragma once
/// How far training has come: a bar on a terminal, a line every few seconds anywhere else. All of it goes to standard error.

#include <chrono>
#include <cstdint>
#include <string>

#include "core/train/trainer.h"

namespace vitrine {

/// Whether what is told there can be written over.
bool stderr_is_terminal();

/// What a bar or a line tells.
struct ProgressFigures {
    std::int64_t step = 0, last_step = 0;
    double loss = 0;                         ///< mean of the latest steps
    double steps_per_second = 0;             ///< 0: not known yet
    std::int64_t epoch = 0, last_epoch = 0;  ///< 0 where there are none
};

/// "━━━━━────  1,024/1,500  71.3 steps/s  loss 0.0312  0:07 left", no wider than that many columns.
std::string bar_text(const ProgressFigures& figures, int columns);

/// "step 1024 of 1500  loss 0.0312  71.3 steps/s  0:07 left".
std::string line_text(const ProgressFigures& figures);

/// "0:07", "12:30", "1:02:03".
std::string time_text(double seconds);

/// "0.0312", "2.3e-05".
std::string loss_text(double loss);

class Progress {
public:
    /// steps_per_epoch: 0 where there is no end to what is learned.
    Progress(std::int64_t steps_taken, std::int64_t last_step, std::int64_t steps_per_epoch);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void step(const StepReport& report);

    /// An epoch has ended.
    void epoch(std::int64_t number, double mean_loss);

    /// A line of its own.
    void say(const std::string& text);

    /// The last state of things, and room for what comes after it.
    void finish();

    double seconds() const;
    double steps_per_second() const;

private:
    using Clock = std::chrono::steady_clock;

    void show();
    void clear_bar();

    bool on_terminal_;
    std::int64_t first_step_, steps_per_epoch_;
    ProgressFigures figures_;
    double loss_weight_ = 0;        // of the running mean
    std::int64_t shown_step_ = -1;  // what the latest line told of
    bool bar_stands_ = false;
    Clock::time_point start_, shown_;
};

}  // namespace vitrine
