#include "core/tensor/error.h"
#include "tests/app/render/heatmap/large_heatmap.h"

namespace vitrine::heatmap_memory_test {
using namespace vitrine::large;

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
    CHECK(frames >= 3);  // four tiles of blocks of eight cells a side, one in each frame
    CHECK(frames < 10);
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
    const LargeView near{600, 600, rect_at({0, 0}, 2048, 2048)};
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
    const LargeView view{1024, 1024, rect_at({0, 0}, 1024, 1024)};
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
    CHECK(second.cells_read() == before + 1);  // the cell that the check has read
}

TEST_CASE("the numbers of another generation are fetched anew") {
    FormulaCells cells(row_major({{Axis::query, 300}, {Axis::key, 300}}));
    const auto screen = Screen::open();
    const LargeView view{300, 300, rect_at({0, 0}, 300, 300)};
    HeatmapCells shown{fetched_view(cells), 0, 1};
    draw_whole(*screen, shown, style_of(), view);
    cells.special_place = 300 * 20 + 10;
    cells.special = 2;
    shown.generation = 1;
    CHECK(is_colour(draw_whole(*screen, shown, style_of(), view).image, 10, 20, style_of().plus));
}

namespace {

/// Cells that no longer exist.
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

}  // namespace vitrine::heatmap_memory_test
