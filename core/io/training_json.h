#pragma once
/// How a model is trained, as a checkpoint keeps it: all that a run needs to go on, beside the numbers.

#include <cstdint>
#include <string>

#include "core/train/trainer.h"

namespace vitrine {

enum class DataKind {
    task,     ///< one on board
    text,     ///< a TSV file of sentence pairs
    batches,  ///< a JSON file of batches
};

/// Where sentence pairs come from.
struct DataSource {
    DataKind kind = DataKind::task;
    std::string name;                 ///< the task's, or the file's path
    TextUnit unit = TextUnit::words;  ///< of a text
    std::string fingerprint;          ///< of the file's content; empty for a task
    bool operator==(const DataSource&) const = default;
};

struct TrainingPlan {
    DataSource data;
    Size batch_size = 32;  ///< of pairs; batches from a file have their own
    TrainerOptions options;
    std::int64_t last_step = 0;  ///< where training is to end
    int threads = 0;             ///< that took the steps so far: sums of other numbers of threads differ in their last digits
    std::string log;             ///< the file with a line per step; empty: none
    double epoch_loss = 0;       ///< the sum over the steps of the epoch that is not finished yet
    bool operator==(const TrainingPlan&) const = default;
};

/// The plan as one line of JSON.
std::string plan_text(const TrainingPlan& plan);

/// Throws Error, `where` first, naming the key that is unknown, missing, or has a value with which no training goes on.
TrainingPlan plan_from(const std::string& text, const std::string& where);

/// A text's 64-bit FNV-1a hash in hexadecimal digits: tells a file that has changed from one that has not.
std::string fingerprint_of(std::string_view content);

}  // namespace vitrine
