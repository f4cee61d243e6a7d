#pragma once
/// Cells that are fetched, out of an ordinary tensor.

#include <memory>
#include <utility>

#include "core/tensor/tensor.h"

namespace vitrine::tests {

class FetchedTensor : public FetchedCells {
public:
    explicit FetchedTensor(Tensor tensor) : tensor_(std::move(tensor)) {}

    const Layout& layout() const override { return tensor_.layout(); }
    bool is_recomputed() const override { return false; }

    void read(const Window& window, float* cells) const override {
        Layout inside = tensor_.layout();
        inside.rank = max_rank;
        inside.shape = window.count;
        for (Size i = 0; i < window.cells(); ++i) {
            Index index = index_of(inside, i);
            for (int axis = 0; axis < max_rank; ++axis) index[axis] += window.first[axis];
            cells[i] = static_cast<float>(tensor_.at(index));
        }
    }

private:
    Tensor tensor_;  // row-major
};

}  // namespace vitrine::tests
