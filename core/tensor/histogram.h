#pragma once
/// Histograms and quantiles of a tensor's values.

#include <vector>

#include "core/tensor/statistics.h"

namespace vitrine {

struct Histogram {
    double low = 0, high = 0;  ///< the lower edge of the first bin and the upper edge of the last
    std::vector<Size>
        counts{};  ///< per bin of equal width; a value on an edge counts in the upper bin; empty where no cell is finite

    double bin_start(std::size_t bin) const {
        return low + (high - low) * static_cast<double>(bin) / static_cast<double>(counts.size());
    }
    Size highest() const;
};

/// Counts the finite cells in `bins` bins between their minimum and maximum; the maximum counts in the last bin. If all are equal,
/// there is a single bin of width 0. `known`: the statistics of the tensor. Requires: bins ≥ 1.
Histogram histogram(const TensorView& tensor, const Statistics& known, int bins);

/// The smallest magnitude m such that at least `share` (0 … 1) of the finite cells satisfy |x| ≤ m, with the precision of a float.
/// 0 where no cell is finite.
double magnitude_quantile(const TensorView& tensor, double share);

/// How many finite cells have a magnitude above `limit`.
Size count_beyond(const TensorView& tensor, double limit);

}  // namespace vitrine
