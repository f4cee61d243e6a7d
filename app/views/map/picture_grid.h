#pragma once
/// Arranges several small pictures of one size, such as those of all heads in a card.

#include "app/render/rect.h"
#include "app/views/map/layout.h"

namespace vitrine {

/// Pictures of one size in rows and columns.
struct PictureGrid {
    int rows = 1, columns = 1;
    ImVec2 size{0, 0};

    float gap() const;
    float width() const { return static_cast<float>(columns) * (size.x + gap()) - gap(); }
    float height() const { return static_cast<float>(rows) * (size.y + gap()) - gap(); }
};

/// The largest pictures that fit into the room, in any number of columns, with the largest cells that whole pixels allow at this
/// scale. Without size if there is no room for all of them.
PictureGrid best_grid(const Rect& room, int count, PlaneSize cells, float scale);

}  // namespace vitrine
