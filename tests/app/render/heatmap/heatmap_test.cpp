#include "app/render/heatmap/heatmap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "tests/app/render/screen.h"

namespace vitrine::heatmap_test {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity(), nan_value = std::numeric_limits<float>::quiet_NaN();

/// [2, 3, 4, 5] with heads together, every element different, all within ±2.
Tensor distinct_heads() {
    Tensor tensor{Axis::batch, Axis::head, Axis::position, Axis::feature};
    tensor.resize({2, 3, 4, 5}, Order::heads_together);
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = 1.9f * std::sin(static_cast<float>(i) * 1.7f);
    return tensor;
}

Tensor matrix(std::initializer_list<float> values, Size columns) {
    Tensor tensor{Axis::query, Axis::key};
    tensor.resize({static_cast<Size>(values.size()) / columns, columns});
    std::copy(values.begin(), values.end(), tensor.data());
    return tensor;
}

struct Picture {
    Image image;
    HeatmapLayout layout;

    /// The pixel nearest to the middle of a cell.
    bool middle_is(int row, int column, ImU32 colour) const {
        const ImVec2 middle = layout.cell(row, column).centre();
        return is_colour(image, static_cast<int>(middle.x * layout.scale), static_cast<int>(middle.y * layout.scale), colour);
    }

    /// All colours inside a cell.
    std::set<std::array<std::uint8_t, 4>> colours(int row, int column) const {
        const Rect cell = layout.cell(row, column);
        std::set<std::array<std::uint8_t, 4>> found;
        for (int y = static_cast<int>(cell.min.y); y < static_cast<int>(cell.max.y); ++y)
            for (int x = static_cast<int>(cell.min.x); x < static_cast<int>(cell.max.x); ++x) found.insert(image.pixel(x, y));
        return found;
    }
};

Picture picture_of(Screen& screen, const HeatmapCells& cells, const HeatmapStyle& style, const Rect& area) {
    Picture picture;
    picture.image = screen.draw(200, 160, [&](ImDrawList& frame) {
        DrawList list(frame);
        picture.layout = add_heatmap(list, screen.heatmaps(), area, cells, style);
    });
    return picture;
}

void check_middles(const Picture& picture, const HeatmapCells& cells, const HeatmapStyle& style) {
    for (int row = 0; row < cells.rows(); ++row)
        for (int column = 0; column < cells.columns(); ++column)
            CHECK(picture.middle_is(row, column, cell_colour(cells.value(row, column), cells.masked(row, column), style)));
}

}  // namespace

TEST_CASE("the middle of every cell has the colour that cell_colour says, for any axes, strides and scale") {
    const Tensor tensor = distinct_heads();
    for (const float scale : {1.0f, 1.25f, 2.0f}) {
        const auto screen = Screen::open(scale);
        for (const auto& [row_axis, column_axis] : {std::pair{2, 3}, std::pair{3, 2}, std::pair{1, 3}, std::pair{-1, 2}}) {
            const HeatmapCells cells{view(tensor), row_axis, column_axis, {1, 2, 3, 4}};
            for (const auto kind : {HeatmapStyle::Scale::diverging, HeatmapStyle::Scale::sequential, HeatmapStyle::Scale::ids})
                check_middles(picture_of(*screen, cells, style_of(kind, -1, 3), {{13, 7}, {170, 140}}), cells,
                              style_of(kind, -1, 3));
        }
    }
}

TEST_CASE("a curve lifts what is small and leaves the ends where they are, on the screen as in cell_colour") {
    const auto screen = Screen::open();
    const Tensor tensor = matrix({-1, -0.8f, 0, 1, 2, 3}, 3);
    const HeatmapStyle straight = style_of(HeatmapStyle::Scale::sequential, -1, 3);
    HeatmapStyle curved = straight;
    curved.curve = 0.6f;
    const HeatmapCells cells{view(tensor), 0, 1};
    check_middles(picture_of(*screen, cells, curved, {{10, 10}, {100, 70}}), cells, curved);
    CHECK(cell_colour(-1, false, curved) == straight.zero);
    CHECK(cell_colour(3, false, curved) == straight.plus);
    // With curve 0.5, colours follow the square root: a quarter of the range has the colour that half of it has on a straight
    // scale.
    curved.curve = 0.5f;
    CHECK(cell_colour(-1 + 4 * 0.25, false, curved) == cell_colour(-1 + 4 * 0.5, false, straight));
}

TEST_CASE("cells are where the layout says, with one pixel of the ground between them") {
    const auto screen = Screen::open();
    const Tensor tensor = matrix({1, 1, 1, 1, 1, 1}, 3);
    const HeatmapStyle style = style_of();
    const Picture picture = picture_of(*screen, {view(tensor)}, style, {{10, 10}, {81, 60}});
    const ImU32 colour = cell_colour(1, false, style);
    for (int row = 0; row < 2; ++row) {
        for (int column = 0; column < 3; ++column) {
            const Rect cell = picture.layout.cell(row, column);
            const int left = static_cast<int>(cell.min.x), top = static_cast<int>(cell.min.y);
            const int right = static_cast<int>(cell.max.x), bottom = static_cast<int>(cell.max.y);
            CHECK(is_colour(picture.image, left, top, colour));
            CHECK(is_colour(picture.image, right - 1, bottom - 1, colour));
            CHECK(is_colour(picture.image, left - 1, top, test_background));
            CHECK(is_colour(picture.image, right, bottom - 1, test_background));
            CHECK(is_colour(picture.image, right - 1, bottom, test_background));
        }
    }
    CHECK(picture.layout.cell(1, 2).max.x == 81);
    CHECK(picture.layout.at({11, 59})->row == 1);
    CHECK_FALSE(picture.layout.at({9, 20}));
}

TEST_CASE("masked cells are hatched, and one mask serves all heads") {
    const auto screen = Screen::open();
    Tensor tensor{Axis::batch, Axis::head, Axis::query, Axis::key};
    tensor.resize({1, 2, 3, 3});
    tensor.fill(-infinity);
    MaskTensor mask{Axis::batch, Axis::head, Axis::query, Axis::key};
    mask.resize({1, 1, 3, 3});
    for (Size row = 0; row < 3; ++row)
        for (Size column = 0; column < 3; ++column) {
            mask.at({0, 0, row, column}) = column <= row;
            if (column <= row) tensor.at({0, 1, row, column}) = 0.5f;
        }
    const HeatmapStyle style = style_of();
    const HeatmapCells cells{view(tensor), 2, 3, {0, 1, 0, 0}, 0, view(mask)};
    const Picture picture = picture_of(*screen, cells, style, {{10, 10}, {99, 99}});
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) {
            INFO(row << ", " << column);
            CHECK(cells.masked(row, column) == (column > row));
            const auto colours = picture.colours(row, column);
            CHECK(colours.contains({60, 60, 60, 255}) == (column > row));
            CHECK(colours.contains({200, 200, 200, 255}) == (column > row));
            CHECK((colours.size() == 1) == (column <= row));
        }
}

TEST_CASE("what a later step hides keeps its colour between the lines") {
    const auto screen = Screen::open();
    const Tensor tensor = matrix({-2, 1, 2, 0.5f}, 2);
    MaskTensor mask{Axis::query, Axis::key};
    mask.resize({2, 2});
    const std::uint8_t allowed[] = {1, 0, 0, 1};
    std::copy(allowed, allowed + 4, mask.data());
    HeatmapStyle style = style_of();
    style.masked = HeatmapStyle::Masked::later;
    const HeatmapCells cells{view(tensor), 0, 1, {}, 0, view(mask)};
    const Picture picture = picture_of(*screen, cells, style, {{10, 10}, {110, 110}});
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column) {
            const ImU32 own = cell_colour(cells.value(row, column), cells.masked(row, column), style);
            CHECK(own == cell_colour(cells.value(row, column), false, style));
            const auto colours = picture.colours(row, column);
            const bool has_own = std::ranges::any_of(colours, [own](const auto& pixel) {
                return std::abs(pixel[0] - static_cast<int>(own & 0xff)) <= 1 &&
                       std::abs(pixel[2] - static_cast<int>(own >> 16 & 0xff)) <= 1;
            });
            CHECK(has_own);
            CHECK((colours.size() > 1) == (row != column));
        }
}

TEST_CASE("NaN, infinities and values beyond the scale are marked, each differently, and others are not") {
    const auto screen = Screen::open();
    const Tensor tensor = matrix({nan_value, infinity, -infinity, 2.5f, -2.5f, 2, -2, 0}, 8);
    const HeatmapStyle style = style_of();
    for (const float size : {6.0f, 12.0f, 24.0f}) {
        INFO("cells of " << size);
        const Picture picture = picture_of(*screen, {view(tensor)}, style, rect_at({4, 4}, 8 * size - 1, size - 1));
        for (const int marked : {0, 1, 2}) CHECK(picture.colours(0, marked).size() > 1);
        for (const int beyond : {3, 4}) CHECK((picture.colours(0, beyond).size() > 1) == (size >= 12));
        for (const int plain : {5, 6, 7}) CHECK(picture.colours(0, plain).size() == 1);
        CHECK(picture.colours(0, 0) != picture.colours(0, 7));
        CHECK(picture.colours(0, 1) != picture.colours(0, 2));
        CHECK(picture.colours(0, 1) != picture.colours(0, 3));
    }
    const Picture small = picture_of(*screen, {view(tensor)}, style, rect_at({4, 4}, 16, 2));
    CHECK(small.middle_is(0, 0, style.mark));
}

TEST_CASE("a pixel that many cells share shows the strongest of them") {
    const auto screen = Screen::open();
    Tensor tensor{Axis::query, Axis::key};
    tensor.resize({300, 300});
    tensor.fill(0.1f);
    tensor.at({155, 205}) = -2;
    const HeatmapStyle style = style_of();
    const Picture picture = picture_of(*screen, {view(tensor)}, style, rect_at({0, 0}, 30, 30));
    CHECK(is_colour(picture.image, 20, 15, style.minus));
    CHECK(is_colour(picture.image, 19, 15, cell_colour(0.1, false, style)));
    CHECK(is_colour(picture.image, 20, 14, cell_colour(0.1, false, style)));
}

TEST_CASE("a tensor longer than a row of its texture is drawn from the right elements") {
    const auto screen = Screen::open();
    IndexTensor tensor{Axis::position, Axis::feature};
    tensor.resize({1000, 7});
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = static_cast<std::int32_t>(i % 5) - 1;
    HeatmapCells cells{view(tensor), 0, 1};
    cells.tensor.layout.shape[0] = 10;
    cells.tensor.data = tensor.data() + 7 * 990;
    const HeatmapStyle style = style_of(HeatmapStyle::Scale::sequential, -1, 3);
    check_middles(picture_of(*screen, cells, style, rect_at({0, 0}, 140, 150)), cells, style);
    const HeatmapCells last_column{view(tensor), -1, 0, {0, 6}};
    const Picture picture = picture_of(*screen, last_column, style, rect_at({-8 * 990, 0}, 8000, 20));
    for (int i = 991; i < 1000; ++i) CHECK(picture.middle_is(0, i, cell_colour(last_column.value(0, i), false, style)));
}

TEST_CASE("a tensor is uploaded once per generation") {
    const auto screen = Screen::open();
    Tensor tensor = matrix({1, 2, -1, 0}, 2);
    const HeatmapStyle style = style_of();
    const Rect area = rect_at({0, 0}, 40, 40);
    for (int frame = 0; frame < 3; ++frame) picture_of(*screen, {view(tensor)}, style, area);
    CHECK(screen->heatmaps().uploads() == 1);
    tensor.fill(-2);
    const Picture changed = picture_of(*screen, {view(tensor), 0, 1, {}, 1}, style, area);
    CHECK(screen->heatmaps().uploads() == 2);
    CHECK(changed.middle_is(0, 0, style.minus));
}

TEST_CASE("a heatmap lies between what is drawn before and after it, inside the clip rectangle") {
    const auto screen = Screen::open();
    const Tensor tensor = matrix({2}, 1);
    const HeatmapStyle style = style_of();
    constexpr ImU32 before = IM_COL32(0, 255, 0, 255), after = IM_COL32(255, 255, 0, 255);
    const Image image = screen->draw(100, 100, [&](ImDrawList& frame) {
        DrawList list(frame);
        list.AddRectFilled({0, 0}, {100, 100}, before);
        list.PushClipRect({20, 20}, {60, 60}, true);
        add_heatmap(list, screen->heatmaps(), {{10, 10}, {90, 90}}, {view(tensor)}, style);
        list.PopClipRect();
        list.AddRectFilled({40, 40}, {50, 50}, after);
    });
    CHECK(is_colour(image, 19, 30, before));
    CHECK(is_colour(image, 20, 30, style.plus));
    CHECK(is_colour(image, 59, 59, style.plus));
    CHECK(is_colour(image, 60, 59, before));
    CHECK(is_colour(image, 45, 45, after));
}

TEST_CASE("an absent or empty tensor draws nothing") {
    const auto screen = Screen::open();
    const Tensor absent{Axis::query, Axis::key};
    const Picture picture = picture_of(*screen, {view(absent)}, style_of(), rect_at({0, 0}, 50, 50));
    CHECK(is_colour(picture.image, 20, 20, test_background));
    CHECK_FALSE(picture.layout.at({10, 10}));
}

}  // namespace vitrine::heatmap_test
