#pragma once
/// Reports the progress of training on standard error: a bar on a terminal, otherwise a line every few seconds.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/train/trainer.h"

namespace vitrine {

/// Whether a line on standard error can be overwritten.
bool stderr_is_terminal();

/// The figures that a bar or a line shows.
struct ProgressFigures {
    std::int64_t step = 0, last_step = 0;
    double loss = 0;                           ///< mean of the latest steps
    double steps_per_second = 0;               ///< 0: not known yet
    std::int64_t epoch = 0, last_epoch = 0;    ///< 0: no epochs
    double tokens_per_second = 0;              ///< that encoder and decoder read, padding not counted; 0: not known
    std::optional<double> held_out_loss = {};  ///< the newest; nothing: none was measured
};

/// Throughput in tokens per second; 0 where no time has passed.
double tokens_per_second(std::int64_t tokens, double seconds);

/// "━━━━━────  1 024/1 500  mean loss 0.0312  held out 0.0401  71.3 steps/s  9 120 tokens/s  0:07 left", at most `columns` wide.
std::string bar_text(const ProgressFigures& figures, int columns);

/// "step 1 024 of 1 500  mean loss 0.0312  held out 0.0401  71.3 steps/s  9 120 tokens/s  0:07 left".
std::string line_text(const ProgressFigures& figures);

/// "0:07", "12:30", "1:02:03".
std::string time_text(double seconds);

/// "0.0312", "2.3e-05".
std::string loss_text(double loss);

class Progress {
public:
    /// `last_epoch`: that of the last step; 0 if there are no epochs, −1 if it is not known and far away.
    Progress(std::int64_t steps_taken, std::int64_t last_step, std::int64_t last_epoch);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `epoch`: that of the step. `seconds`: how long the step took.
    void step(const StepReport& report, std::int64_t epoch, double seconds);

    /// Reports a measurement after the last step.
    void held_out(double loss);

    /// Reports the end of an epoch.
    void epoch(std::int64_t number, double mean_loss);

    /// Writes a line of its own, even with --quiet.
    void warn(const std::string& text);

    /// Writes the final progress and ends the line.
    void finish();

    double seconds() const;
    double steps_per_second() const;

private:
    using Clock = std::chrono::steady_clock;

    void show();
    void clear_bar();

    bool on_terminal_;
    std::int64_t first_step_;
    std::int64_t tokens_ = 0;  // of all steps
    double step_seconds_ = 0;  // that these steps took
    ProgressFigures figures_;
    double loss_weight_ = 0;        // of the running mean
    std::int64_t shown_step_ = -1;  // the step in the last line
    bool bar_stands_ = false;
    Clock::time_point start_, shown_;
};

}  // namespace vitrine
