#pragma once
/// How a tensor's numbers are spread.

#include <vector>

#include "core/tensor/statistics.h"

namespace vitrine {

struct Histogram {
    double low = 0, high = 0;    ///< where the first bin begins and the last one ends
    std::vector<Size> counts{};  ///< of equally wide bins, the upper end of each belonging to the next one; empty: no finite cell

    double bin_start(std::size_t bin) const {
        return low + (high - low) * static_cast<double>(bin) / static_cast<double>(counts.size());
    }
    Size highest() const;
};

/// Counts the finite cells in `bins` ≥ 1 bins from their minimum to their maximum, which lies in the last one; where all are equal,
/// there is one bin without width. `known` are the tensor's statistics.
Histogram histogram(const TensorView& tensor, const Statistics& known, int bins);

/// The least magnitude that at least `share` (0 … 1) of the finite cells do not exceed, to the precision of a float: with 0.99 the
/// largest of what is not among the most extreme hundredth. 0 where there are no finite cells.
double magnitude_quantile(const TensorView& tensor, double share);

/// How many finite cells have a magnitude above `limit`.
Size count_beyond(const TensorView& tensor, double limit);

}  // namespace vitrine
