#pragma once
/// Fetched cells of which the last ones read are kept.

#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "core/tensor/statistics_summarised.h"

namespace vitrine {

/// Cells of which a single one takes as long as thousands, so that the blocks around the cells read last are kept. There may be
/// more than one reading thread.
class CachedCells : public SummarisedCells {
public:
    /// Throws Error for a window that reaches beyond the tensor.
    void read(const Window& window, float* cells) const final;

protected:
    /// Does what FetchedCells::read() describes, without a cache.
    virtual void read_window(const Window& window, float* cells) const = 0;

    /// Empties the cache, because the cells have changed.
    void forget();

private:
    struct Block {
        Window window;
        std::vector<float> cells{};
    };
    float read_cell(const Index& cell) const;
    std::optional<float> known_cell(const Index& cell) const;
    Block block_around(const Index& cell) const;

    mutable std::mutex mutex_;
    mutable std::deque<Block> blocks_;  ///< the block read last is in front
};

}  // namespace vitrine
