#pragma once
/// Sentence pairs by their number, for lists that are too long to be held in memory, and the lengths of pairs.

#include "core/tasks/task.h"

namespace vitrine {

/// The lengths of a pair in a batch: of the encoder's input, and of the decoder's input. 0 for a stack that the model lacks.
struct PairLengths {
    std::uint32_t source = 0, target = 0;

    Size tokens() const { return static_cast<Size>(source) + static_cast<Size>(target); }
};

/// The lengths in a batch of a pair with so many tokens, as Example counts them.
PairLengths lengths_of(std::size_t source, std::size_t target, const SpecialTokens& tokens, Architecture architecture);

/// A list of sentence pairs. One thread at a time may read.
class StoredPairs {
public:
    virtual ~StoredPairs() = default;

    virtual std::size_t size() const = 0;

    /// Reads a pair, reusing the example's memory. Requires: number < size(). Throws Error if it can no longer be read.
    virtual void read(std::size_t number, Example& pair) const = 0;

    /// The numbers of its tokens, as Example counts them, without reading it.
    struct Counts {
        std::size_t source = 0, target = 0;
    };
    virtual Counts counts(std::size_t number) const = 0;
};

/// The lengths in a batch of every training pair of a task. Empty if pairs are drawn.
std::vector<PairLengths> lengths_of_pairs(const Task& task);

/// The lengths in a batch of the task's longest source with its longest target.
PairLengths longest_lengths(const Task& task);

}  // namespace vitrine
