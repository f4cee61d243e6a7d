#include "app/views/map/picture_grid.h"

#include <doctest/doctest.h>

namespace vitrine::picture_grid_test {

TEST_CASE("pictures of any number of heads stay within their room, and none is larger than what there is room for") {
    for (const int heads : {1, 2, 3, 8, 12, 32, 64, 128}) {
        for (const float width : {8.0f, 40.0f, 120.0f, 333.0f, 900.0f}) {
            for (const float height : {9.0f, 24.0f, 70.0f, 300.0f}) {
                for (const PlaneSize cells : {PlaneSize{4, 4}, PlaneSize{7, 3}, PlaneSize{128, 128}}) {
                    CAPTURE(heads);
                    CAPTURE(width);
                    CAPTURE(height);
                    const PictureGrid grid = best_grid(rect_at({0, 0}, width, height), heads, cells, 1);
                    if (grid.size.x <= 0) continue;
                    CHECK(grid.width() <= width + 0.01f);
                    CHECK(grid.height() <= height + 0.01f);
                    CHECK(grid.rows * grid.columns >= heads);
                }
            }
        }
    }
    CHECK(best_grid(rect_at({0, 0}, 500, 60), 8, {6, 6}, 1).rows == 1);
    CHECK(best_grid(rect_at({0, 0}, 120, 40), 32, {6, 6}, 1).size.x > 1);  // in several rows
}

}  // namespace vitrine::picture_grid_test
