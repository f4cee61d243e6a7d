#pragma once
/// Common parts of the curves in the positions view.

#include "app/views/positions/parts.h"
#include "app/widgets/chart/wave.h"

namespace vitrine {

using Points = std::vector<WavePoint>;

constexpr float curve_height = 150;

/// Draws a title, and a remark beside it or, without room, below it.
void draw_curve_title(Ui& ui, Column& column, const std::string& title, const std::string& remark);

/// Adds dots in the colours of their cells.
void add_dots(std::vector<WaveDot>& dots, const Points& points, const HeatmapStyle& style);

}  // namespace vitrine
