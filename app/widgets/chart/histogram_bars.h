#pragma once
/// How often numbers occur, as bars side by side, over the colours they have in a picture.

#include <optional>
#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace vitrine {

struct HistogramBars {
    std::string name;                             ///< the anchor's
    std::span<const std::int64_t> counts;         ///< of equally wide bins
    double low = 0, high = 0;                     ///< where the first one begins and the last one ends
    const HeatmapStyle* style = nullptr;          ///< that of the picture; null: no colours
    std::optional<double> marked = std::nullopt;  ///< a number with a mark of its own
};

/// The bin under the pointer.
std::optional<std::size_t> histogram_bars(Ui& ui, const Rect& area, const HistogramBars& input);

}  // namespace vitrine
