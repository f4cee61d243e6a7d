#pragma once
/// Cells that lie elsewhere, such as in the memory of a GPU, and are read by windows.

#include "core/tensor/layout.h"

namespace vitrine {

/// A block of cells: count[axis] of them from first[axis] on; entries past the rank are 0 and 1.
struct Window {
    Index first{};
    Index count{1, 1, 1, 1};

    Size cells() const { return count[0] * count[1] * count[2] * count[3]; }
};

/// The cells of one tensor, row-major as far as anyone outside can see. For one thread at a time.
class FetchedCells {
public:
    virtual ~FetchedCells() = default;

    virtual const Layout& layout() const = 0;

    /// Writes a window's cells, the last axis moving fastest. Throws Error where they are no longer to be had.
    virtual void read(const Window& window, float* cells) const = 0;

    /// True where nothing is stored and every read computes its cells anew.
    virtual bool is_recomputed() const = 0;
};

/// The cell so many places after the first, in row-major order.
double fetched_cell(const FetchedCells& cells, Size offset);

}  // namespace vitrine
