#include <algorithm>
#include <cmath>

#include "tests/app/render/heatmap/large_heatmap.h"

namespace vitrine::heatmap_tiles_test {
using namespace vitrine::large;

namespace {

struct Range {
    int first, last;  ///< both counted
};

/// The cells along one side that a pixel covers, at least in part.
Range covered(int pixel, double pitch, int count) {
    const auto clamped = [count](double cell) { return std::clamp(static_cast<int>(cell), 0, count - 1); };
    return {clamped(std::floor(pixel / pitch + 1e-3)), clamped(std::ceil((pixel + 1) / pitch - 1e-3) - 1)};
}

/// The same range in whole blocks; a block's side is the largest power of two of cells that fits into a pixel.
Range covered_blocks(int pixel, double pitch, int count) {
    const int side = pitch < 1 ? 1 << static_cast<int>(std::floor(std::log2(1 / pitch) + 1e-6)) : 1;
    const Range cells = covered(pixel, pitch, count);
    return {cells.first / side * side, std::min(count - 1, cells.last / side * side + side - 1)};
}

float strongest(const HeatmapCells& cells, Range rows, Range columns, bool largest_number = false) {
    const auto strength = [&](float x) { return std::isnan(x) ? 9 : largest_number ? x : std::abs(x); };
    float found = 0;
    bool any = false;
    for (int row = rows.first; row <= rows.last; ++row)
        for (int column = columns.first; column <= columns.last; ++column) {
            if (cells.masked(row, column)) continue;
            const auto value = static_cast<float>(cells.value(row, column));
            if (!any || strength(value) > strength(found)) found = value;
            any = true;
        }
    return found;
}

}  // namespace

TEST_CASE("zoomed in, every cell of a fetched tensor has the colour of its own number") {
    const FormulaCells cells(row_major({{Axis::position, 5000}, {Axis::feature, 3000}}));
    const auto screen = Screen::open();
    for (const float cell : {1.0f, 3.0f, 17.0f}) {
        for (const auto& [row, column] : {std::pair{0, 0}, std::pair{250, 1020}, std::pair{4990, 2980}}) {
            const float left = 10 - cell * static_cast<float>(column), top = 10 - cell * static_cast<float>(row);
            const LargeView view{200, 160, rect_at({left, top}, 3000 * cell, 5000 * cell)};
            const HeatmapCells shown{fetched_view(cells), 0, 1};
            const Picture picture = draw_whole(*screen, shown, style_of(), view);
            int wrong = 0, seen = 0;
            for (int y = 10; y < 160; ++y)
                for (int x = 10; x < 200; ++x) {
                    const auto place = picture.layout.at({static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f});
                    if (!place) continue;
                    const Rect area = picture.layout.cell(place->row, place->column);
                    if (static_cast<int>(area.centre().x) != x || static_cast<int>(area.centre().y) != y) continue;
                    ++seen;
                    wrong +=
                        !is_colour(picture.image, x, y, cell_colour(shown.value(place->row, place->column), false, style_of()));
                }
            CAPTURE(cell);
            CAPTURE(view.area.min.y);
            CHECK(seen > 50);
            CHECK(wrong == 0);
        }
    }
}

namespace {

/// All cells in a row, for looking at each of them by brute force.
struct Plane {
    std::vector<float> cells;
    int columns;

    float strongest(Range rows, Range across, bool largest_number) const {
        const auto strength = [&](float x) { return std::isnan(x) ? 9 : largest_number ? x : std::abs(x); };
        float found = 0, most = -10;
        for (int row = rows.first; row <= rows.last; ++row)
            for (int column = across.first; column <= across.last; ++column) {
                const float cell =
                    cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)];
                if (strength(cell) > most) found = cell, most = strength(cell);
            }
        return found;
    }
};

}  // namespace

TEST_CASE("zoomed out, a pixel of a fetched tensor has the colour of the strongest of all the cells it covers") {
    FormulaCells cells(row_major({{Axis::position, 5000}, {Axis::feature, 3000}}));
    cells.special_place = 3333 * 3000 + 1234;
    Plane plane{std::vector<float>(5000 * 3000), 3000};
    for (Size i = 0; i < 5000 * 3000; ++i) plane.cells[static_cast<std::size_t>(i)] = number_at(i);
    const auto screen = Screen::open();
    std::uint64_t generation = 0;
    // First with eight cells to a pixel, where blocks and pixels coincide; then with numbers for which they do not.
    for (const auto& [width, height] : {std::pair{375, 625}, std::pair{211, 160}, std::pair{400, 90}}) {
        for (const float special : {-2.0f, nan_value}) {
            cells.special = plane.cells[static_cast<std::size_t>(cells.special_place)] = special;
            const auto scale = std::isnan(special) ? HeatmapStyle::Scale::sequential : HeatmapStyle::Scale::diverging;
            const bool largest = scale == HeatmapStyle::Scale::sequential;
            const HeatmapCells shown{.tensor = fetched_view(cells), .generation = ++generation};
            const LargeView view{width, height, rect_at({0, 0}, static_cast<float>(width), static_cast<float>(height))};
            const Picture picture = draw_whole(*screen, shown, style_of(scale), view);
            int wrong = 0, seen = 0;
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    if (x % 13 != 1 && y % 13 != 1) continue;
                    const float value =
                        plane.strongest(covered_blocks(y, height / 5000.0, 5000), covered_blocks(x, width / 3000.0, 3000), largest);
                    ++seen;
                    const ImU32 colour = std::isnan(value) ? style_of().mark : cell_colour(value, false, style_of(scale));
                    wrong += !is_colour(picture.image, x, y, colour);
                }
            CAPTURE(view.width);
            CHECK(seen > 1000);
            CHECK(wrong == 0);
            const int x = 1234 * width / 3000, y = 3333 * height / 5000;
            CHECK(is_colour(picture.image, x, y, std::isnan(special) ? style_of().mark : style_of().minus));
        }
    }
}

TEST_CASE("where blocks of cells and pixels fall together, exactly the covered cells count") {
    for (int pixel = 0; pixel < 375; ++pixel) {
        const Range exact = covered(pixel, 0.125, 3000), blocks = covered_blocks(pixel, 0.125, 3000);
        CHECK(exact.first == blocks.first);
        CHECK(exact.last == blocks.last);
    }
}

TEST_CASE("a pixel that many cells share can show their mean") {
    const FormulaCells cells(row_major({{Axis::position, 2048}, {Axis::feature, 1024}}));
    const auto screen = Screen::open();
    HeatmapStyle style = style_of();
    style.shared = HeatmapStyle::Shared::mean;
    style.limit = 0.5f;
    const HeatmapCells shown{fetched_view(cells), 0, 1};
    const Picture picture = draw_whole(*screen, shown, style, {128, 256, rect_at({0, 0}, 128, 256)});
    for (int y = 0; y < 256; y += 31)
        for (int x = 0; x < 128; x += 9) {
            double sum = 0;
            for (int row = 8 * y; row < 8 * y + 8; ++row)
                for (int column = 8 * x; column < 8 * x + 8; ++column) sum += shown.value(row, column);
            CHECK(is_colour(picture.image, x, y, cell_colour(sum / 64, false, style)));
        }
}

TEST_CASE("masked cells of a large tensor do not count, and where all are masked there are lines") {
    const FormulaCells cells(row_major({{Axis::batch, 1}, {Axis::head, 2}, {Axis::query, 1500}, {Axis::key, 1500}}));
    MaskTensor mask{Axis::batch, Axis::head, Axis::query, Axis::key};
    mask.resize({1, 1, 1500, 1500});
    for (Size row = 0; row < 1500; ++row)
        for (Size column = 0; column < 1500; ++column) mask.at({0, 0, row, column}) = column <= row && column % 3 != 1;
    const auto screen = Screen::open();
    // 7.5 cells a pixel are reduced on the card from cells, 16.7 here and then on the card.
    for (const auto& [side, exchanged] : {std::pair{200, false}, std::pair{200, true}, std::pair{90, false}, std::pair{90, true}}) {
        const HeatmapCells shown{.tensor = fetched_view(cells),
                                 .row_axis = exchanged ? 3 : 2,
                                 .column_axis = exchanged ? 2 : 3,
                                 .fixed = {0, 1, 0, 0},
                                 .mask = view(mask)};
        const Picture picture = draw_whole(*screen, shown, style_of(),
                                           {side, side, rect_at({0, 0}, static_cast<float>(side), static_cast<float>(side))});
        int wrong = 0, lines = 0;
        for (int y = 1; y < side; y += 6)
            for (int x = 1; x < side; x += 6) {
                const int query = exchanged ? x : y, key = exchanged ? y : x;
                const Range rows = covered_blocks(y, side / 1500.0, 1500), columns = covered_blocks(x, side / 1500.0, 1500);
                if (key > query + 2) {
                    lines += is_colour(picture.image, x, y, style_of().hatch) ||
                             is_colour(picture.image, x + 1, y, style_of().hatch) ||
                             is_colour(picture.image, x + 2, y, style_of().hatch);
                } else if (key + 2 < query) {
                    wrong += !is_colour(picture.image, x, y, cell_colour(strongest(shown, rows, columns), false, style_of()));
                }
            }
        CHECK(wrong == 0);
        CHECK(lines > side / 4);
    }
}

TEST_CASE("axes in any order and steps: heads down, queries across, and a single row") {
    const FormulaCells cells(row_major({{Axis::batch, 2}, {Axis::head, 5}, {Axis::query, 700}, {Axis::key, 600}}));
    const auto screen = Screen::open();
    for (const auto& [row_axis, column_axis] :
         {std::pair{1, 2}, std::pair{2, 1}, std::pair{3, 2}, std::pair{-1, 2}, std::pair{3, -1}}) {
        HeatmapCells shown{fetched_view(cells), row_axis, column_axis, {1, 3, 650 % 600, 299}};
        const LargeView view{700, 700, rect_at({0, 0}, static_cast<float>(shown.columns()), static_cast<float>(shown.rows()))};
        const Picture picture = draw_whole(*screen, shown, style_of(), view);
        int wrong = 0;
        for (int row = 0; row < shown.rows(); row += 1 + row / 10)
            for (int column = 0; column < shown.columns(); column += 1 + column / 10)
                wrong += !is_colour(picture.image, column, row, cell_colour(shown.value(row, column), false, style_of()));
        CAPTURE(shown.row_axis);
        CHECK(wrong == 0);
    }
}

TEST_CASE("a large tensor in memory looks in tiles as it does from one texture") {
    Tensor tensor{Axis::query, Axis::key};
    tensor.resize({900, 1100});
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = number_at(i);
    tensor.at({400, 700}) = nan_value;
    const LargeView views[] = {{300, 250, rect_at({-200, -100}, 4400, 3600)},
                               {300, 250, rect_at({5, 3}, 275, 225)},
                               {600, 500, rect_at({0, 0}, 550, 450)}};
    std::vector<Image> whole, tiled;
    {
        const auto screen = Screen::open();
        for (const LargeView& one : views) whole.push_back(draw(*screen, {view(tensor), 0, 1}, style_of(), one).image);
        CHECK(screen->heatmaps().uploads() == 1);
    }
    {
        const auto screen = Screen::open(1, {.bytes = 12 * mebibyte});
        for (const LargeView& one : views) tiled.push_back(draw_whole(*screen, {view(tensor), 0, 1}, style_of(), one).image);
        CHECK(screen->heatmaps().uploads() == 0);
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
        int differ = 0;
        for (int y = 0; y < whole[i].height; ++y)
            for (int x = 0; x < whole[i].width; ++x) differ += whole[i].pixel(x, y) != tiled[i].pixel(x, y);
        CAPTURE(i);
        CHECK(differ == 0);
    }
}

}  // namespace vitrine::heatmap_tiles_test
