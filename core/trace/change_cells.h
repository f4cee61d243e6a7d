#pragma once
/// The difference of two large tensors, computed where it is read instead of being stored.

#include <memory>
#include <vector>

#include "core/tensor/fetched.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// B − A cell by cell, as write_change() writes it; NaN where A is not present().
class ChangeCells final : public FetchedCells {
public:
    /// Requires: both tensors have the same shape, or A is not present(); they live as long as this object.
    ChangeCells(const TensorView& a, const TensorView& b);

    const Layout& layout() const override { return layout_; }
    void read(const Window& window, float* cells) const override;
    bool is_recomputed() const override { return true; }
    bool any_thread() const override;

private:
    TensorView a_, b_;
    Layout layout_;
};

}  // namespace vitrine
