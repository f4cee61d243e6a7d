#pragma once
/// A histogram as bars side by side, above the colours that its numbers have in a picture.

#include <optional>
#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace vitrine {

struct HistogramBars {
    std::string name;                             ///< the name of the anchor
    std::span<const std::int64_t> counts;         ///< of equally wide bins
    double low = 0, high = 0;                     ///< where the first bin begins and the last one ends
    const HeatmapStyle* style = nullptr;          ///< of the picture; null: no colours
    std::optional<double> marked = std::nullopt;  ///< a number to mark
};

/// Draws the histogram and returns the bin under the pointer.
std::optional<std::size_t> histogram_bars(Ui& ui, const Rect& area, const HistogramBars& input);

}  // namespace vitrine
