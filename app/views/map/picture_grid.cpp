#include "app/views/map/picture_grid.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr float share_of_gap = 0.12f, least_gap = 2, widest_gap = 10;

/// Widens the thin side of a picture that would otherwise be a hairline, such as one of a thousand words or of a whole
/// vocabulary.
ImVec2 stretched(ImVec2 size, ImVec2 room) {
    constexpr float slim = 4, enough = 40;
    if (size.x * slim < size.y) size.x = std::min({room.x, enough, size.y});
    if (size.y * slim < size.x) size.y = std::min({room.y, enough, size.x});
    return size;
}

float gap_beside(float width) { return std::clamp(width * share_of_gap, least_gap, widest_gap); }

/// The greatest width of each of several pictures side by side, with gaps that grow with the pictures.
float widest_of(float room, int count) {
    const auto number = static_cast<float>(count), between = number - 1;
    const float narrow = (room - between * least_gap) / number, usual = room / (number + between * share_of_gap);
    if (narrow * share_of_gap <= least_gap) return std::max(0.0f, narrow);
    return usual * share_of_gap <= widest_gap ? usual : (room - between * widest_gap) / number;
}

}  // namespace

float PictureGrid::gap() const { return gap_beside(size.x); }

PictureGrid best_grid(const Rect& room, int count, PlaneSize cells, float scale) {
    constexpr float largest_cell = 20, worth_a_row = 1.3f;  // one row is easier to read than two
    PictureGrid best;
    for (int columns = count; columns >= 1; --columns) {
        const int rows = (count + columns - 1) / columns;
        const float width = widest_of(room.width(), columns);
        const float height = (room.height() - static_cast<float>(rows - 1) * gap_beside(width)) / static_cast<float>(rows);
        float cell = std::min({width / static_cast<float>(cells.columns), height / static_cast<float>(cells.rows), largest_cell});
        if (cell >= 2) cell = std::floor(cell * scale) / scale;
        const ImVec2 size{cell * static_cast<float>(cells.columns), cell * static_cast<float>(cells.rows)};
        if (size.x > worth_a_row * best.size.x) best = {rows, columns, size};
    }
    const bool has_tiny_cells = best.size.x < static_cast<float>(cells.columns) || best.size.y < static_cast<float>(cells.rows);
    if (count == 1 && has_tiny_cells) best.size = stretched(best.size, room.size());
    return best;
}

}  // namespace vitrine
