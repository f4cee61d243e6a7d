#pragma once
/// Fetched cells, for tests: they come from an ordinary row-major tensor.

#include <atomic>
#include <memory>
#include <utility>

#include "core/tensor/tensor.h"

namespace vitrine::tests {

class FetchedTensor : public FetchedCells {
public:
    explicit FetchedTensor(Tensor tensor) : tensor_(std::move(tensor)), cells_(view(tensor_)) {}

    /// For cells that outlive this object.
    explicit FetchedTensor(const TensorView& cells) : cells_(cells) {}

    FetchedTensor(const FetchedTensor&) = delete;
    FetchedTensor& operator=(const FetchedTensor&) = delete;

    const Layout& layout() const override { return cells_.layout; }
    bool is_recomputed() const override { return false; }

    void read(const Window& window, float* cells) const override {
        ++reads_;
        Layout inside = cells_.layout;
        inside.rank = max_rank;
        inside.shape = window.count;
        for (Size i = 0; i < window.cells(); ++i) {
            Index index = index_of(inside, i);
            for (int axis = 0; axis < max_rank; ++axis) index[axis] += window.first[axis];
            cells[i] = static_cast<float>(cells_.at(index));
        }
    }

    /// How often cells have been read.
    int reads() const { return reads_; }

private:
    Tensor tensor_;  // empty if the cells belong to somebody else
    TensorView cells_;
    mutable std::atomic<int> reads_ = 0;
};

}  // namespace vitrine::tests
