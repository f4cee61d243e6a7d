#pragma once
/// A file with a line of JSON for every step: {"step", "loss", "gradient_norm", "learning_rate"}.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "core/train/trainer.h"

namespace vitrine {

class TrainLog {
public:
    enum class Existing { refuse, replace };

    /// A log from the first step on. Error where the file has something in it and is not to be replaced.
    static TrainLog begin(const std::string& path, Existing existing);

    /// A log that goes on after some steps: what it tells of later ones, which will be taken again, is cut off. Error where the
    /// file is no training's log.
    static TrainLog go_on(const std::string& path, std::int64_t steps);

    /// No log.
    TrainLog() = default;

    /// The line is in the file when this returns. What cannot be written is remembered, and nothing is written after it.
    void write(const StepReport& report);

    /// "run.jsonl: cannot be written after step 12: …"; empty while all is well.
    const std::string& problem() const { return problem_; }

private:
    TrainLog(const std::string& path, const char* mode);

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_, problem_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace vitrine
