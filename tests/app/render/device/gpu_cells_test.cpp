#include "app/render/device/gpu_cells.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <epoxy/gl.h>

#include "app/render/device/attention_cells.h"
#include "app/render/heatmap/heatmap_drawing.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "core/tensor/statistics.h"
#include "tests/app/render/screen.h"

namespace vitrine::gpu_cells_test {

namespace {

Layout heads_of(Size heads, Size queries, Size keys) {
    return {.rank = 3, .axes = {Axis::head, Axis::query, Axis::key}, .shape = {heads, queries, keys}};
}

/// Buffers with the numbers 0, 1, 2, ….
class Counted {
public:
    Counted(Size count, Size per_buffer) {
        for (Size first = 0; first < count; first += per_buffer) {
            std::vector<float> cells(static_cast<std::size_t>(std::min(per_buffer, count - first)));
            std::iota(cells.begin(), cells.end(), static_cast<float>(first));
            glGenBuffers(1, &names.emplace_back());
            glBindBuffer(GL_COPY_WRITE_BUFFER, names.back());
            glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(4 * cells.size()), cells.data(), GL_STATIC_DRAW);
        }
    }
    ~Counted() { glDeleteBuffers(static_cast<GLsizei>(names.size()), names.data()); }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

    std::vector<unsigned> names;
};

/// Counts the numbers that are copied back to the processor.
class CountedCells : public BufferCells {
public:
    using BufferCells::BufferCells;
    mutable int windows_read = 0;

protected:
    void read_window(const Window& window, float* cells) const override {
        ++windows_read;
        BufferCells::read_window(window, cells);
    }
};

HeatmapStyle ramp(float high) {
    HeatmapStyle style;
    style.scale = HeatmapStyle::Scale::sequential;
    style.high = high;
    style.zero = IM_COL32(0, 0, 0, 255);
    style.plus = IM_COL32(250, 200, 100, 255);
    return style;
}

}  // namespace

TEST_CASE("cells of buffers are read by windows, across the borders of buffers as well") {
    const auto screen = Screen::open();
    const Layout layout = heads_of(3, 40, 50);
    for (const Size per_buffer : {Size{2000}, Size{6000}, Size{777}}) {
        const Counted buffers(6000, per_buffer);
        const BufferCells cells(layout, buffers.names, per_buffer);
        for (const Window& window : {Window{{1, 3, 7, 0}, {2, 30, 40, 1}}, Window{{0, 0, 0, 0}, {3, 40, 50, 1}},
                                     Window{{2, 39, 49, 0}, {1, 1, 1, 1}}, Window{{0, 5, 0, 0}, {3, 1, 50, 1}}}) {
            std::vector<float> read(static_cast<std::size_t>(window.cells()));
            cells.read(window, read.data());
            std::size_t place = 0;
            bool right = true;
            for (Size head = 0; head < window.count[0]; ++head)
                for (Size query = 0; query < window.count[1]; ++query)
                    for (Size key = 0; key < window.count[2]; ++key) {
                        const Size at = (window.first[0] + head) * 2000 + (window.first[1] + query) * 50 + window.first[2] + key;
                        right = right && read[place++] == static_cast<float>(at);
                    }
            CHECK(right);
        }
    }
}

TEST_CASE("cells beside each other come back together, as those of a picture's numbers do") {
    const auto screen = Screen::open();
    const Counted buffers(6000, 2000);
    const CountedCells cells(heads_of(3, 40, 50), buffers.names, 2000);
    const TensorView tensor{.layout = cells.layout(), .fetched = &cells};
    for (Size query = 0; query < 20; ++query)
        for (Size key = 0; key < 50; ++key) CHECK(tensor.at({1, query, key, 0}) == static_cast<double>(2000 + 50 * query + key));
    CHECK(cells.windows_read == 1);
}

TEST_CASE("a heatmap of cells in buffers is drawn without reading them back") {
    const auto screen = Screen::open();
    screen->heatmaps().set_patient(true);
    const Size count = Size{2} * 500 * 700;
    const Counted buffers(count, Size{500} * 700);
    const CountedCells cells({heads_of(2, 500, 700)}, buffers.names, Size{500} * 700);
    const HeatmapStyle style = ramp(static_cast<float>(count));
    for (const auto& [row_axis, column_axis] : {std::pair{1, 2}, std::pair{2, 1}}) {
        HeatmapLayout layout;
        const HeatmapCells shown{{.layout = cells.layout(), .fetched = &cells}, row_axis, column_axis, {1, 0, 0, 0}};
        const Image image = screen->draw(700, 700, [&](ImDrawList& frame) {
            DrawList list(frame);
            const Rect area = rect_at({0, 0}, static_cast<float>(shown.columns()), static_cast<float>(shown.rows()));
            layout = add_heatmap(list, screen->heatmaps(), area, shown, style);
        });
        CHECK(cells.windows_read == 0);
        for (int row = 3; row < shown.rows(); row += 71)
            for (int column = 5; column < shown.columns(); column += 83) {
                const Index at = shown.index(row, column);
                CHECK(is_colour(image, column, row, cell_colour(static_cast<double>(cells.layout().offset(at)), false, style)));
            }
    }
}

TEST_CASE("cells that do not lie side by side in their buffers are read for the picture") {
    const auto screen = Screen::open();
    screen->heatmaps().set_patient(true);
    const Counted buffers(6000, 6000);
    const CountedCells cells(heads_of(3, 40, 50), buffers.names, 6000);
    const HeatmapCells shown{{.layout = cells.layout(), .fetched = &cells}, 0, 1, {0, 0, 7, 0}};
    const HeatmapStyle style = ramp(6000);
    const Image image = screen->draw(400, 60, [&](ImDrawList& frame) {
        DrawList list(frame);
        add_heatmap(list, screen->heatmaps(), rect_at({0, 0}, 400, 60), shown, style);
    });
    CHECK(cells.windows_read > 0);
    CHECK(is_colour(image, 205, 30, cell_colour(2000 + 50 * 20 + 7, false, style)));
}

TEST_CASE("statistics of cells in buffers are found out where they lie") {
    const auto screen = Screen::open();
    Tensor tensor{Axis::head, Axis::query, Axis::key};
    tensor.resize({3, 1100, 1050});
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = 100 + std::sin(static_cast<float>(i) * 0.37f);
    tensor.at({1, 1099, 3}) = std::numeric_limits<float>::quiet_NaN();
    tensor.at({2, 0, 1049}) = -std::numeric_limits<float>::infinity();
    tensor.at({0, 7, 7}) = 0;
    tensor.at({2, 1099, 1049}) = -12;
    tensor.at({1, 600, 31}) = 300;
    const Size head = Size{1100} * 1050;
    std::vector<unsigned> buffers(3);
    glGenBuffers(3, buffers.data());
    for (std::size_t i = 0; i < 3; ++i) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[i]);
        glBufferData(GL_COPY_WRITE_BUFFER, 4 * head, tensor.data() + static_cast<Size>(i) * head, GL_STATIC_DRAW);
    }
    const CountedCells cells(tensor.layout(), buffers, head);
    const Statistics found = statistics({.layout = cells.layout(), .fetched = &cells}), wanted = statistics(view(tensor));
    CHECK(cells.windows_read == 0);
    CHECK(found.minimum == -12);
    CHECK(found.maximum == 300);
    CHECK(found.finite == wanted.finite);
    CHECK(found.nan == 1);
    CHECK(found.infinite == 1);
    CHECK(found.zero == wanted.zero);
    CHECK(found.mean == doctest::Approx(wanted.mean).epsilon(1e-6));
    CHECK(found.standard_deviation == doctest::Approx(wanted.standard_deviation).epsilon(1e-4));
    glDeleteBuffers(3, buffers.data());
}

TEST_CASE("cells whose buffer has gone say so") {
    const auto screen = Screen::open();
    const BufferCells cells(heads_of(2, 10, 10), {0}, 100);
    float cell = 0;
    CHECK_THROWS_AS(cells.read({{1, 0, 0, 0}, {1, 1, 1, 1}}, &cell), Error);
}

}  // namespace vitrine::gpu_cells_test
