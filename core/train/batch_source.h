#pragma once
/// The batches of a training run, each a function of its step alone, so that a run resumed at any step goes on as if never stopped.

#include <cstdint>
#include <vector>

#include "core/model/batch.h"
#include "core/tasks/task.h"

namespace vitrine {

class BatchSource {
public:
    /// Batches of a task, each drawn from the seed and its step; a list is gone through epoch by epoch, its last batch being as
    /// small as it comes out. Throws Error where the task has nothing to learn from.
    BatchSource(Task task, Size batch_size, std::uint64_t seed);

    /// These batches in turn, with labels. Throws Error where there are none.
    explicit BatchSource(std::vector<Batch> batches);

    /// The batch of a step, counted from 1. Reuses the batch's memory.
    void fill(std::int64_t step, Batch& batch);

    /// How many batches go over everything once; 0 where there is no end.
    std::int64_t steps_per_epoch() const;

    /// The largest batch that may come: whoever has run it once allocates nothing afterwards.
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
