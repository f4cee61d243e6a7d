#pragma once
/// Fetched cells whose statistics are computed where they are stored.

#include "core/tensor/fetched.h"
#include "core/tensor/statistics.h"

namespace vitrine {

class SummarisedCells : public FetchedCells {
public:
    /// The same as statistics(), without fetching the cells. Throws Error where the cells no longer exist.
    virtual Statistics summary() const = 0;
};

}  // namespace vitrine
