#pragma once
/// The batches of a training run. Each depends on the seed and its step alone, so a run can resume at any step.

#include <cstdint>
#include <vector>

#include "core/model/batch.h"
#include "core/tasks/task.h"

namespace vitrine {

class BatchSource {
public:
    /// Batches drawn from a task by seed and step. A list of examples is read epoch by epoch; the last batch of an epoch may be
    /// smaller. Throws Error where the batch size is below 1 or the task has no examples.
    BatchSource(Task task, Size batch_size, std::uint64_t seed);

    /// Cycles through given batches with labels. Throws Error where there are none.
    explicit BatchSource(std::vector<Batch> batches);

    /// Fills in the batch of a step, counted from 1. Reuses the batch's memory.
    void fill(std::int64_t step, Batch& batch);

    /// The number of batches per epoch; 0 if the task is endless.
    std::int64_t steps_per_epoch() const;

    /// The largest possible batch. After running it once, training steps allocate nothing.
    Batch largest() const;

private:
    void draw(std::int64_t step, Batch& batch);
    void pick(std::int64_t step, Batch& batch);
    void make_order(std::int64_t epoch);

    Task task_;
    Size batch_size_ = 0;
    std::uint64_t seed_ = 0;
    std::vector<Batch> batches_;
    std::vector<Example> examples_;   // of the batch being filled
    std::vector<std::size_t> order_;  // of the current epoch
    std::int64_t ordered_epoch_ = -1;
};

}  // namespace vitrine
