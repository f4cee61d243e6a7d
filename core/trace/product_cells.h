#pragma once
/// The product of a tensor and its gradient, computed where it is read instead of being stored.

#include "core/tensor/fetched.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// value · gradient, cell by cell. 0 where the gradient is 0: masked scores of −∞ take no part in the loss.
class ProductCells final : public FetchedCells {
public:
    /// Requires: both tensors have the same shape and live as long as this object.
    ProductCells(const TensorView& value, const TensorView& gradient);

    const Layout& layout() const override { return layout_; }
    void read(const Window& window, float* cells) const override;
    bool is_recomputed() const override { return true; }
    bool any_thread() const override;

private:
    TensorView value_, gradient_;
    Layout layout_;
};

}  // namespace vitrine
