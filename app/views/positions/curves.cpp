#include "app/views/positions/curves.h"

namespace vitrine {

void draw_curve_title(Ui& ui, Column& column, const std::string& title, const std::string& remark) {
    const Rect written = ui.text(column.corner(), Font::body_strong, ui.theme.text, title, {.max_width = column.width()});
    const float room = column.right - written.max.x - 12;
    if (ui.width_of(Font::note, remark) <= room) {
        ui.text({written.max.x + 12, written.centre().y}, Font::note, ui.theme.dim, remark, {.vertical = VerticalAlign::middle});
        return column.gap(24);
    }
    column.gap(20);
    column.paragraph(Font::note, ui.theme.dim, remark, 8);
}

void add_dots(std::vector<WaveDot>& dots, const Points& points, const HeatmapStyle& style) {
    for (const WavePoint& point : points) dots.push_back({point, cell_colour(point.value, false, style)});
}

}  // namespace vitrine
