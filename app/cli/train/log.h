#pragma once
/// Writes a file with a line of JSON for every step: {"step", "loss", "gradient_norm", "learning_rate"}.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "core/train/trainer.h"

namespace vitrine {

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
    void write(const StepReport& report);

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
