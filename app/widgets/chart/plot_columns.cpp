#include <algorithm>
#include <cmath>

#include "app/widgets/chart/plot.h"

namespace vitrine {

std::vector<PlotColumn> columns_of(std::span<const PlotPiece> pieces, const AxisRange& horizontal, int columns) {
    std::vector<PlotColumn> found;
    int together = 0;  // number of pieces in the current column
    for (const PlotPiece& piece : pieces) {
        const double share = horizontal.share((piece.first + piece.last) / 2);
        if (!(share >= 0 && share <= 1)) continue;
        const int column = std::min(columns - 1, static_cast<int>(share * columns));
        if (found.empty() || found.back().column != column) {
            found.push_back({column, piece.low, piece.high, piece.mean});
            together = 1;
            continue;
        }
        PlotColumn& same = found.back();
        same.low = std::min(same.low, piece.low);
        same.high = std::max(same.high, piece.high);
        same.mean += (piece.mean - same.mean) / ++together;
    }
    return found;
}

void smooth(std::vector<PlotColumn>& columns) {
    // An exponential mean, without a bias towards the first value (Adam's correction).
    constexpr double share = 100;
    const double keep = 1 - 1 / std::max(1.0, static_cast<double>(columns.size()) / share);
    double mean = 0, weight = 0;
    for (PlotColumn& column : columns) {
        mean = keep * mean + (1 - keep) * column.mean;
        weight = keep * weight + (1 - keep);
        column.mean = mean / weight;
    }
}

}  // namespace vitrine
