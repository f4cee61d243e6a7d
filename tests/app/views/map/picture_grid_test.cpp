#include "app/views/map/picture_grid.h"

#include <algorithm>

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

TEST_CASE("one picture of very many rows or columns is stretched until it can be seen, others keep their squares") {
    for (const PlaneSize cells : {PlaneSize{242, 48}, PlaneSize{4000, 32}, PlaneSize{5, 560}, PlaneSize{1, 50'000}}) {
        const PictureGrid grid = best_grid(rect_at({0, 0}, 200, 12), 1, cells, 1);
        CHECK(std::min(grid.size.x, grid.size.y) >= 8);
        CHECK(grid.width() <= 200.01f);
        CHECK(grid.height() <= 12.01f);
    }
    for (const PlaneSize cells : {PlaneSize{6, 6}, PlaneSize{242, 242}, PlaneSize{1, 20}, PlaneSize{20, 1}}) {
        const PictureGrid grid = best_grid(rect_at({0, 0}, 200, 40), 1, cells, 1);
        CHECK(grid.size.x / static_cast<float>(cells.columns) == doctest::Approx(grid.size.y / static_cast<float>(cells.rows)));
    }
}

}  // namespace vitrine::picture_grid_test
