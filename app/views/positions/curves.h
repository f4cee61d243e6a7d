#pragma once
/// What the curves of the view of positions have in common.

#include "app/views/positions/parts.h"
#include "app/widgets/chart/wave.h"

namespace vitrine {

using Points = std::vector<WavePoint>;

constexpr float curve_height = 150;

/// A title, and a remark beside it or, where there is no room, below it.
void draw_curve_title(Ui& ui, Column& column, const std::string& title, const std::string& remark);

/// Dots in the colours that their cells have.
void add_dots(std::vector<WaveDot>& dots, const Points& points, const HeatmapStyle& style);

}  // namespace vitrine
