#pragma once
/// Batches by their number of tokens. A batch has as many cells as its tensors src and tgt together: pairs × (longest source +
/// longest target), padding included.

#include <cstdint>
#include <span>
#include <vector>

#include "core/tasks/stored_pairs.h"
#include "core/tensor/random.h"

namespace vitrine {

/// Pairs in the order in which they are learned, cut into batches.
struct OrderedBatches {
    std::vector<std::uint32_t> order;   ///< numbers of pairs, batch after batch
    std::vector<std::uint32_t> begins;  ///< where in `order` each batch begins; has one more entry, the end of the last batch

    std::size_t count() const { return begins.empty() ? 0 : begins.size() - 1; }
    std::span<const std::uint32_t> batch(std::size_t i) const {
        return std::span(order).subspan(begins[i], begins[i + 1] - begins[i]);
    }
};

/// Cuts pairs into batches of at most `most` tokens. Sorts them by length within windows of `window` pairs first, so that a batch
/// has little padding; pairs of equal lengths stay in their order. A batch never reaches over the end of a window. Requires: no
/// pair alone has more tokens; window ≥ 1.
OrderedBatches cut_by_tokens(std::vector<std::uint32_t> order, std::span<const PairLengths> lengths, Size most, std::size_t window);

/// Puts the batches into a random order.
void shuffle_batches(Random& random, OrderedBatches& batches);

/// How many pairs a window has: about those of 50 batches.
std::size_t pairs_in_window(std::span<const PairLengths> lengths, Size most);

}  // namespace vitrine
