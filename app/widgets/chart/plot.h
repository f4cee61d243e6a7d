#pragma once
/// Series of numbers over steps: axes with round numbers, each series named at its end, and what lies under the pointer.

#include <cstddef>
#include <optional>
#include <span>

#include "app/widgets/chart/axis.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// What a series is between two steps: its smallest, its largest and its mean value there.
struct PlotPiece {
    double first = 0, last = 0;
    double low = 0, high = 0, mean = 0;
};

enum class PlotMark : std::uint8_t {
    band,    ///< from the smallest to the largest value
    line,    ///< through the means
    smooth,  ///< through running means
    dots,    ///< a dot at each, with a line through them
};

struct PlotSeries {
    std::string label;  ///< written at its end; empty: nothing
    std::span<const PlotPiece> pieces;
    PlotMark mark = PlotMark::line;
    Colour colour = 0;
    float thickness = 1.5f;
};

struct PlotInput {
    std::string name;  ///< the anchor's
    std::span<const PlotSeries> series;
    AxisRange vertical, horizontal = {};
    std::string horizontal_title = {};            ///< what the steps are, at the left end below the axis; empty: nothing
    std::optional<double> marked = std::nullopt;  ///< a step with a line of its own
};

struct PlotOutput {
    std::optional<double> step;  ///< under the pointer, within the horizontal range
};

PlotOutput plot(Ui& ui, const Rect& area, const PlotInput& input);

/// How high and how low a series is in each of so many columns of pixels, from left to right; columns without any step are left
/// out.
struct PlotColumn {
    int column = 0;
    double low = 0, high = 0, mean = 0;
};
std::vector<PlotColumn> columns_of(std::span<const PlotPiece> pieces, const AxisRange& horizontal, int columns);

/// Running means of the columns, over about a hundredth of them.
void smooth(std::vector<PlotColumn>& columns);

}  // namespace vitrine
