#pragma once
/// Cells that know what is true of all of them without being read.

#include "core/tensor/fetched.h"
#include "core/tensor/statistics.h"

namespace vitrine {

class SummarisedCells : public FetchedCells {
public:
    /// Finds out what statistics() says, where the cells lie. Throws Error where they are no longer to be had.
    virtual Statistics summary() const = 0;
};

}  // namespace vitrine
