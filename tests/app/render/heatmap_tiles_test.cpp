#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <epoxy/gl.h>

#include "app/render/gpu_cells.h"
#include "app/render/heatmap_renderer.h"
#include "tests/app/render/screen.h"

using namespace vitrine;

namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr Size mebibyte = Size{1} << 20;

HeatmapStyle style_of(HeatmapStyle::Scale scale = HeatmapStyle::Scale::diverging) {
    HeatmapStyle style;
    style.scale = scale;
    style.limit = 2;
    style.low = -2;
    style.high = 2;
    style.minus = IM_COL32(40, 80, 240, 255);
    style.zero = IM_COL32(60, 60, 60, 255);
    style.plus = IM_COL32(240, 100, 20, 255);
    style.hatch = IM_COL32(200, 200, 200, 255);
    style.mark = IM_COL32(255, 255, 255, 255);
    return style;
}

Layout row_major(std::initializer_list<std::pair<Axis, Size>> axes) {
    Layout layout;
    for (const auto& [axis, size] : axes) {
        layout.axes[layout.rank] = axis;
        layout.shape[layout.rank++] = size;
    }
    Size stride = 1;
    for (int axis = layout.rank; axis-- > 0; stride *= layout.shape[axis]) layout.strides[axis] = stride;
    return layout;
}

/// Numbers without a pattern, most of them small: only a cell that is looked at itself can be told to be the strongest.
float number_at(Size place) {
    const auto mixed = (static_cast<std::uint64_t>(place) + 1) * 0x9e3779b97f4a7c15u;
    const double share = static_cast<double>(mixed >> 40) / static_cast<double>(1 << 24) * 2 - 1;
    return static_cast<float>(2 * share * share * share * share * share);
}

/// Cells that exist only while they are read, and are counted then.
class FormulaCells : public FetchedCells {
public:
    explicit FormulaCells(const Layout& layout) : layout_(layout) {}

    const Layout& layout() const override { return layout_; }
    bool is_recomputed() const override { return false; }
    void read(const Window& window, float* cells) const override {
        for (Size place = 0; place < window.cells(); ++place) {
            Index cell = window.first;
            Size rest = place;
            for (std::size_t axis = max_rank; axis-- > 0; rest /= window.count[axis]) cell[axis] += rest % window.count[axis];
            cells[place] = at(cell);
        }
        read_ += window.cells();
    }
    float at(const Index& cell) const {
        const Size place = layout_.offset(cell);
        return place == special_place ? special : number_at(place);
    }

    Size special_place = -1;
    float special = 0;
    Size cells_read() const { return read_; }

private:
    Layout layout_;
    mutable Size read_ = 0;
};

TensorView fetched_view(const FetchedCells& cells) { return {.layout = cells.layout(), .fetched = &cells}; }

struct View {
    int width = 0, height = 0;
    Rect area{};
};

struct Picture {
    Image image;
    HeatmapLayout layout;
};

Picture draw(Screen& screen, const HeatmapCells& cells, const HeatmapStyle& style, const View& view) {
    Picture picture;
    picture.image = screen.draw(view.width, view.height, [&](ImDrawList& frame) {
        DrawList list(frame);
        picture.layout = add_heatmap(list, screen.heatmaps(), view.area, cells, style);
    });
    return picture;
}

Picture draw_whole(Screen& screen, const HeatmapCells& cells, const HeatmapStyle& style, const View& view) {
    screen.heatmaps().set_patient(true);
    Picture picture = draw(screen, cells, style, view);
    screen.heatmaps().set_patient(false);
    return picture;
}

struct Range {
    int first, last;  ///< both counted
};

/// The cells along one side that a pixel covers, at least in part.
Range covered(int pixel, double pitch, int count) {
    const auto clamped = [count](double cell) { return std::clamp(static_cast<int>(cell), 0, count - 1); };
    return {clamped(std::floor(pixel / pitch + 1e-3)), clamped(std::ceil((pixel + 1) / pitch - 1e-3) - 1)};
}

/// The same in whole blocks of the largest power of two cells that is no larger than a pixel.
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
            const View view{200, 160, rect_at({left, top}, 3000 * cell, 5000 * cell)};
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
            CAPTURE(row);
            CHECK(seen > 50);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("zoomed out, a pixel of a fetched tensor has the colour of the strongest of all the cells it covers") {
    FormulaCells cells(row_major({{Axis::position, 5000}, {Axis::feature, 3000}}));
    cells.special_place = 3333 * 3000 + 1234;
    const auto screen = Screen::open();
    // Eight to a pixel, where blocks and pixels fall together; and other numbers, where they do not.
    for (const auto& [width, height] : {std::pair{375, 625}, std::pair{211, 160}, std::pair{400, 90}}) {
        for (const float special : {-2.0f, nan_value}) {
            cells.special = special;
            for (const auto scale : {HeatmapStyle::Scale::diverging, HeatmapStyle::Scale::sequential}) {
                static std::uint64_t generation = 0;
                const HeatmapCells shown{.tensor = fetched_view(cells), .generation = ++generation};
                const View view{width, height, rect_at({0, 0}, static_cast<float>(width), static_cast<float>(height))};
                const Picture picture = draw_whole(*screen, shown, style_of(scale), view);
                const bool largest = scale == HeatmapStyle::Scale::sequential;
                int wrong = 0;
                for (int y = 3; y < height; y += 7)
                    for (int x = 2; x < width; x += 5) {
                        const float value = strongest(shown, covered_blocks(y, height / 5000.0, 5000),
                                                      covered_blocks(x, width / 3000.0, 3000), largest);
                        if (!std::isnan(value))
                            wrong += !is_colour(picture.image, x, y, cell_colour(value, false, style_of(scale)));
                    }
                CAPTURE(width);
                CHECK(wrong == 0);
                const int x = 1234 * width / 3000, y = 3333 * height / 5000;
                if (std::isnan(special)) CHECK(is_colour(picture.image, x, y, style_of().mark));
                if (!std::isnan(special) && !largest) CHECK(is_colour(picture.image, x, y, style_of().minus));
            }
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
    for (const bool exchanged : {false, true}) {
        const HeatmapCells shown{.tensor = fetched_view(cells),
                                 .row_axis = exchanged ? 3 : 2,
                                 .column_axis = exchanged ? 2 : 3,
                                 .fixed = {0, 1, 0, 0},
                                 .mask = view(mask)};
        const Picture picture = draw_whole(*screen, shown, style_of(), {200, 200, rect_at({0, 0}, 200, 200)});
        int wrong = 0, lines = 0;
        for (int y = 1; y < 200; y += 6)
            for (int x = 1; x < 200; x += 6) {
                const int query = exchanged ? x : y, key = exchanged ? y : x;
                const Range rows = covered_blocks(y, 200 / 1500.0, 1500), columns = covered_blocks(x, 200 / 1500.0, 1500);
                if (key > query + 2) {
                    lines += is_colour(picture.image, x, y, style_of().hatch) ||
                             is_colour(picture.image, x + 1, y, style_of().hatch) ||
                             is_colour(picture.image, x + 2, y, style_of().hatch);
                } else if (key + 2 < query) {
                    wrong += !is_colour(picture.image, x, y, cell_colour(strongest(shown, rows, columns), false, style_of()));
                }
            }
        CHECK(wrong == 0);
        CHECK(lines > 50);
    }
}

TEST_CASE("axes in any order and steps: heads down, queries across, and a single row") {
    const FormulaCells cells(row_major({{Axis::batch, 2}, {Axis::head, 5}, {Axis::query, 700}, {Axis::key, 600}}));
    const auto screen = Screen::open();
    for (const auto& [row_axis, column_axis] :
         {std::pair{1, 2}, std::pair{2, 1}, std::pair{3, 2}, std::pair{-1, 2}, std::pair{3, -1}}) {
        HeatmapCells shown{fetched_view(cells), row_axis, column_axis, {1, 3, 650 % 600, 299}};
        const View view{700, 700, rect_at({0, 0}, static_cast<float>(shown.columns()), static_cast<float>(shown.rows()))};
        const Picture picture = draw_whole(*screen, shown, style_of(), view);
        int wrong = 0;
        for (int row = 0; row < shown.rows(); row += 1 + row / 10)
            for (int column = 0; column < shown.columns(); column += 1 + column / 10)
                wrong += !is_colour(picture.image, column, row, cell_colour(shown.value(row, column), false, style_of()));
        CAPTURE(row_axis);
        CHECK(wrong == 0);
    }
}

TEST_CASE("a large tensor in memory looks in tiles as it does from one texture") {
    Tensor tensor{Axis::query, Axis::key};
    tensor.resize({900, 1100});
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = number_at(i);
    tensor.at({400, 700}) = nan_value;
    const View views[] = {{300, 250, rect_at({-200, -100}, 4400, 3600)},
                          {300, 250, rect_at({5, 3}, 275, 225)},
                          {600, 500, rect_at({0, 0}, 550, 450)}};
    std::vector<Image> whole, tiled;
    {
        const auto screen = Screen::open();
        for (const View& one : views) whole.push_back(draw(*screen, {view(tensor), 0, 1}, style_of(), one).image);
        CHECK(screen->heatmaps().uploads() == 1);
    }
    {
        const auto screen = Screen::open(1, {.bytes = 12 * mebibyte});
        for (const View& one : views) tiled.push_back(draw_whole(*screen, {view(tensor), 0, 1}, style_of(), one).image);
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

TEST_CASE("a frame uploads no more than its allowance, draws what it has, and says that more is to come") {
    const FormulaCells cells(row_major({{Axis::head, 4}, {Axis::query, 4096}, {Axis::key, 4096}}));
    const HeatmapLimits limits{.bytes = 64 * mebibyte, .bytes_per_frame = mebibyte, .milliseconds_per_frame = 1000};
    const auto screen = Screen::open(1, limits);
    const HeatmapCells shown{fetched_view(cells), 1, 2};
    int frames = 0;
    do {
        draw(*screen, shown, style_of(), {256, 256, rect_at({0, 0}, 256, 256)});
        CHECK(screen->heatmaps().uploaded_bytes() <= limits.bytes_per_frame);
        CHECK(screen->heatmaps().memory().bytes <= limits.bytes);
    } while (screen->heatmaps().more_to_come() && ++frames < 1000);
    CHECK(frames >= 63);
    CHECK(frames < 100);
    CHECK(cells.cells_read() == 4096 * 4096);  // each cell once
    for (int step = 0; step < 40; ++step) {
        const auto along = static_cast<float>(step * 97);
        draw(*screen, shown, style_of(), {400, 300, rect_at({-along, -3 * along}, 4096, 4096)});
        CHECK(screen->heatmaps().uploaded_bytes() <= limits.bytes_per_frame);
        CHECK(screen->heatmaps().memory().bytes <= limits.bytes);
    }
}

TEST_CASE("until a tile is there, a coarser one stands for it") {
    const FormulaCells cells(row_major({{Axis::query, 2048}, {Axis::key, 2048}}));
    const auto screen = Screen::open(1, {.bytes_per_frame = 1, .milliseconds_per_frame = 1000});
    const HeatmapCells shown{fetched_view(cells), 0, 1};
    draw_whole(*screen, shown, style_of(), {256, 256, rect_at({0, 0}, 256, 256)});
    const View near{600, 600, rect_at({0, 0}, 2048, 2048)};
    const Picture first = draw(*screen, shown, style_of(), near);
    for (int y = 4; y < 600; y += 50)
        for (int x = 4; x < 600; x += 50) CHECK_FALSE(is_colour(first.image, x, y, test_background));
    int frames = 0;
    Picture last = first;
    while (screen->heatmaps().more_to_come() && ++frames < 100) last = draw(*screen, shown, style_of(), near);
    for (int y = 4; y < 600; y += 50)
        for (int x = 4; x < 600; x += 50) CHECK(is_colour(last.image, x, y, cell_colour(shown.value(y, x), false, style_of())));
}

TEST_CASE("the limit is held, the oldest tensors go first, and what went is said") {
    const Layout layout = row_major({{Axis::query, 1024}, {Axis::key, 1024}});
    const FormulaCells first(layout), second(layout), third(layout);
    const HeatmapLimits limits{.bytes = 10 * mebibyte};
    const auto screen = Screen::open(1, limits);
    const View view{1024, 1024, rect_at({0, 0}, 1024, 1024)};
    const auto look_at = [&](const FormulaCells& cells, std::string_view name) {
        const HeatmapCells shown{.tensor = fetched_view(cells), .name = name};
        const Picture picture = draw_whole(*screen, shown, style_of(), view);
        CHECK(is_colour(picture.image, 1000, 77, cell_colour(shown.value(77, 1000), false, style_of())));
        CHECK(screen->heatmaps().memory().bytes <= limits.bytes);
    };
    look_at(first, "the first");
    look_at(second, "the second");
    CHECK(screen->heatmaps().memory().dropped.empty());
    look_at(third, "the third");
    const HeatmapMemory memory = screen->heatmaps().memory();
    REQUIRE(memory.dropped.size() == 1);
    CHECK(memory.dropped[0].name == "the first");
    CHECK(memory_words(memory).find("dropped: the first (2 MB)") != std::string::npos);
    CHECK(memory_words(memory).find("10 of 10 MB") != std::string::npos);
    const Size before = second.cells_read();
    look_at(second, "the second");
    CHECK(second.cells_read() == before + 1 + 1);  // the cells that the checks have read
}

TEST_CASE("the numbers of another generation are fetched anew") {
    FormulaCells cells(row_major({{Axis::query, 300}, {Axis::key, 300}}));
    const auto screen = Screen::open();
    const View view{300, 300, rect_at({0, 0}, 300, 300)};
    HeatmapCells shown{fetched_view(cells), 0, 1};
    draw_whole(*screen, shown, style_of(), view);
    cells.special_place = 300 * 20 + 10;
    cells.special = 2;
    shown.generation = 1;
    CHECK(is_colour(draw_whole(*screen, shown, style_of(), view).image, 10, 20, style_of().plus));
}

namespace {

/// Cells that are gone.
class LostCells : public FormulaCells {
public:
    using FormulaCells::FormulaCells;
    void read(const Window&, float*) const override { throw Error("the scores are no longer there"); }
};

}  // namespace

TEST_CASE("cells that can no longer be had leave the picture empty, and why is said") {
    const LostCells cells(row_major({{Axis::query, 300}, {Axis::key, 300}}));
    const auto screen = Screen::open();
    const Picture picture = draw(*screen, {fetched_view(cells), 0, 1}, style_of(), {300, 300, rect_at({0, 0}, 300, 300)});
    CHECK(is_colour(picture.image, 20, 20, test_background));
    CHECK(screen->heatmaps().memory().failure == "the scores are no longer there");
    CHECK_FALSE(screen->heatmaps().more_to_come());
}
