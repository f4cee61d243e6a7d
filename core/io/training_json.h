#pragma once
/// The training plan that a checkpoint stores: everything needed to resume, except the numbers.

#include <cstdint>
#include <string>

#include "core/train/trainer.h"

namespace vitrine {

enum class DataKind {
    task,     ///< an included task
    text,     ///< a TSV file of sentence pairs
    batches,  ///< a JSON file of batches
};

/// The source of the training data.
struct DataSource {
    DataKind kind = DataKind::task;
    std::string name;                 ///< name of the task, or path of the file
    TextUnit unit = TextUnit::words;  ///< for texts
    std::string fingerprint;          ///< of the file; empty for a task
    bool operator==(const DataSource&) const = default;
};

/// When a training is measured on its held-out pairs, and what is kept of that.
struct EvaluationPlan {
    std::int64_t every = 0;   ///< steps; 0: it is not measured
    std::int64_t pairs = 0;   ///< how many of the held-out pairs, from the first on; 0: all
    bool keeps_best = false;  ///< the model's folder opens with the weights of the lowest loss so far
    bool operator==(const EvaluationPlan&) const = default;
};

struct TrainingPlan {
    DataSource data;
    BatchSize batch_size = {};  ///< for sentence pairs; batches from a file have their own sizes
    EvaluationPlan evaluation = {};
    TrainerOptions options;
    std::int64_t last_step = 0;  ///< the last step of the training
    int threads = 0;             ///< number of threads so far; another number changes the last digits of sums
    std::string log;             ///< path of the file with a line per step; empty: none
    double epoch_loss = 0;       ///< sum of the losses of the current, unfinished epoch
    bool operator==(const TrainingPlan&) const = default;
};

/// The plan as one line of JSON.
std::string plan_text(const TrainingPlan& plan);

/// Throws Error, prefixed with `where`, naming a key that is unknown, missing or has a value with which training cannot resume.
TrainingPlan plan_from(const std::string& text, const std::string& where);

/// The 64-bit FNV-1a hash of a text in hexadecimal digits, to detect changed files.
std::string fingerprint_of(std::string_view content);

/// The same for a text that comes piece by piece.
class Fingerprint {
public:
    void add(std::string_view piece);
    std::string text() const;

private:
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace vitrine
