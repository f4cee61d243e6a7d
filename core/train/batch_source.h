#pragma once
/// The batches of a training run. Each depends on the seed and its number alone, so a run can resume at any step.

#include <cstdint>
#include <vector>

#include "core/model/batch.h"
#include "core/train/batch_size.h"
#include "core/train/token_batches.h"

namespace vitrine {

/// One pass over all pairs.
struct Epoch {
    std::int64_t number = 0;  ///< counted from 1; 0: there are no epochs, since pairs are drawn
    std::int64_t first_step = 0, last_step = 0;
};

class BatchSource {
public:
    /// Batches drawn from a task. A list of pairs is read epoch by epoch; the last batch of an epoch may be smaller, and so may be
    /// its last step. Throws Error where a size is below 1, the task has no pairs, or a pair has more tokens than a batch may have.
    BatchSource(Task task, const BatchSize& size, std::uint64_t seed);

    /// Cycles through given batches with labels, so many in each step. Throws Error where there are none.
    explicit BatchSource(std::vector<Batch> batches, Size accumulated = 1);

    /// The number of batches of a step, counted from 1.
    Size parts(std::int64_t step) const;

    /// Fills in one of the batches of a step; `part` counts from 0. Reuses the batch's memory. Throws Error where a pair can no
    /// longer be read.
    void fill(std::int64_t step, Batch& batch, Size part = 0);

    /// The epoch of a step, counted from 1. If batches have a number of tokens, this goes through all epochs until then once.
    Epoch epoch_of(std::int64_t step) const;

    /// The number of steps of the first so many epochs; 0 if the task is endless, or if it is more than anyone can wait for.
    std::int64_t steps_of_epochs(std::int64_t epochs) const;

    const BatchSize& size() const { return size_; }

    /// The largest possible batch. After running it once, training steps allocate nothing; with a number of tokens, where batches
    /// have many shapes, hardly anything.
    Batch largest() const;

private:
    std::int64_t batches_in_epoch(std::int64_t epoch) const;
    std::int64_t steps_in_epoch(std::int64_t epoch) const;
    void draw(std::int64_t number, Batch& batch);
    void draw_window(std::int64_t window);
    void draw_by_tokens(std::int64_t number, Batch& batch);
    void pick(std::int64_t epoch, std::int64_t place, std::int64_t number, Batch& batch);
    void permute(Random& random, std::vector<std::uint32_t>& order) const;
    void use_order(std::int64_t epoch) const;

    Task task_;
    BatchSize size_;
    std::uint64_t seed_ = 0;
    std::vector<Batch> batches_;
    std::vector<Example> examples_;     // of the batch being filled, or of the window being drawn
    std::size_t pairs_ = 0;             // of the task's list
    std::vector<PairLengths> lengths_;  // of its pairs, if batches have a number of tokens
    std::int64_t drawn_window_ = -1;
    std::vector<std::uint32_t> drawn_begins_;  // of the batches in that window
    mutable OrderedBatches order_;             // of the current epoch
    mutable std::int64_t ordered_epoch_ = -1;
    mutable std::vector<std::int64_t> step_ends_;  // for each epoch known so far, the number of steps until its end
};

}  // namespace vitrine
