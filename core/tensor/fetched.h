#pragma once
/// Tensor cells that are stored outside main memory, for example on a GPU, and are read window by window.

#include "core/tensor/layout.h"

namespace vitrine {

/// A block of cells: along each axis, count[axis] cells starting at first[axis]. Entries past the rank are 0 in first, 1 in count.
struct Window {
    Index first{};
    Index count{1, 1, 1, 1};

    Size cells() const { return count[0] * count[1] * count[2] * count[3]; }
};

/// The cell at a place in the window, counted from its first cell in row-major order.
Index cell_of(const Window& window, Size place);

/// The cells of one tensor, in row-major order.
class FetchedCells {
public:
    virtual ~FetchedCells() = default;

    virtual const Layout& layout() const = 0;

    /// Copies a window to `cells`, in row-major order. Throws Error where the cells no longer exist.
    virtual void read(const Window& window, float* cells) const = 0;

    /// True where nothing is stored and each read computes the cells again.
    virtual bool is_recomputed() const = 0;

    /// True where any thread may read, several at a time; else only the thread that draws may.
    virtual bool any_thread() const { return false; }
};

/// The cell number `offset` in row-major order, counted from 0.
double fetched_cell(const FetchedCells& cells, Size offset);

}  // namespace vitrine
