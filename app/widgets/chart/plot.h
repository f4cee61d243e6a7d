#pragma once
/// Series of numbers over steps: axes with round numbers, each series labelled at its end, and the step under the pointer.

#include <cstddef>
#include <optional>
#include <span>

#include "app/widgets/chart/axis.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// A series between two steps: its smallest, largest and mean value there.
struct PlotPiece {
    double first = 0, last = 0;
    double low = 0, high = 0, mean = 0;
};

enum class PlotMark : std::uint8_t {
    band,    ///< from the smallest to the largest value
    line,    ///< through the means
    smooth,  ///< through running means
    dots,    ///< a dot for each piece, with a line through them
};

struct PlotSeries {
    std::string label;  ///< at its end; empty: none
    std::span<const PlotPiece> pieces;
    PlotMark mark = PlotMark::line;
    Colour colour = 0;
    float thickness = 1.5f;
};

struct PlotInput {
    std::string name;  ///< the name of the anchor
    std::span<const PlotSeries> series;
    AxisRange vertical, horizontal = {};
    std::string horizontal_title = {};            ///< name of the steps, at the left end below the axis; empty: none
    std::optional<double> marked = std::nullopt;  ///< a step to mark with a line
};

struct PlotOutput {
    std::optional<double> step;  ///< under the pointer, within the horizontal range
};

PlotOutput plot(Ui& ui, const Rect& area, const PlotInput& input);

/// The range of a series in each column of pixels, from left to right; columns without any step are left out.
struct PlotColumn {
    int column = 0;
    double low = 0, high = 0, mean = 0;
};
std::vector<PlotColumn> columns_of(std::span<const PlotPiece> pieces, const AxisRange& horizontal, int columns);

/// Running means of the columns, over about a hundredth of them.
void smooth(std::vector<PlotColumn>& columns);

}  // namespace vitrine
