#pragma once
/// Writes a file with a line of JSON for every step: {"step", "loss", "gradient_norm", "learning_rate", "tokens",
/// "tokens_per_second"}, and "held_out_loss" where that was measured after the step.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "core/train/trainer.h"

namespace vitrine {

/// What is known of a step when it has been taken.
struct LoggedStep {
    StepReport report;
    double seconds = 0;                        ///< that the step took
    std::optional<double> held_out_loss = {};  ///< after the step; nothing: not measured
};

class TrainLog {
public:
    enum class Existing { refuse, replace };

    /// A log that starts at the first step. Throws Error if the file is not empty and `existing` is refuse.
    static TrainLog begin(const std::string& path, Existing existing);

    /// A log that continues after `steps` steps. Lines of later steps, which will be taken again, are cut off. Throws Error if
    /// the file is not a training log.
    static TrainLog go_on(const std::string& path, std::int64_t steps);

    /// No log.
    TrainLog() = default;

    /// Writes a line, and returns after it is in the file. After a failure, writes nothing more; see problem().
    void write(const LoggedStep& step);

    /// "run.jsonl: the line of step 13 cannot be written: …"; empty: no problem.
    const std::string& problem() const { return problem_; }

private:
    /// `flags`: those of open()
    TrainLog(const std::string& path, int flags);

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_, problem_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace vitrine
