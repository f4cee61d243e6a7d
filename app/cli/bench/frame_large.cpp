/// Measures building a frame with a heatmap too large for memory: labels, numbers, and the tiles made in this frame. The work of
/// the graphics driver is not included.

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/cli/bench/benchmarks.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "app/render/heatmap/renderer.h"
#include "app/render/imgui_version.h"
#include "app/render/offscreen.h"
#include "app/run/run.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

namespace {

constexpr Size length = 8192, large_heads = 16;

/// Weights computed by a formula, a band along the diagonal with some noise: 4.3 GB that take no memory.
class FormulaCells : public FetchedCells {
public:
    const Layout& layout() const override { return layout_; }
    bool is_recomputed() const override { return true; }

    void read(const Window& window, float* cells) const override {
        const auto [batches, head_count, queries, keys] = window.count;
        for (Size head = 0; head < batches * head_count; ++head) {
            for (Size query = 0; query < queries; ++query) {
                for (Size key = 0; key < keys; ++key)
                    *cells++ = cell(window.first[1] + head, window.first[2] + query, window.first[3] + key);
            }
        }
    }

private:
    static float cell(Size head, Size query, Size key) {
        const auto mixed = static_cast<std::uint32_t>((head * length + query) * length + key) * 0x9e3779b9u;
        const float noise = static_cast<float>(mixed >> 16) * (1.0f / 65536);
        const auto off = static_cast<float>(query - key - 64 * head);
        return 0.2f * noise + 1 / (1 + off * off);
    }

    Layout layout_{.rank = 4,
                   .axes = {Axis::batch, Axis::head, Axis::query, Axis::key},
                   .shape = {1, large_heads, length, length},
                   .strides = {large_heads * length * length, length* length, length, 1}};
};

/// What the screen shows in frame number i.
struct Look {
    Size head = 0;
    float cell = 1;           ///< the side of a cell, in pixels
    int row = 0, column = 0;  ///< the first visible cell
};

/// The tensor view on an invisible screen of 1600 × 1000 pixels.
class LargeScreen {
public:
    LargeScreen() {
        ImGui::CreateContext();
        imgui::configure(ImGui::GetIO());
        fonts_.build(*ImGui::GetIO().Fonts, 1);
        renderer_.set_fonts(*ImGui::GetIO().Fonts);
    }
    ~LargeScreen() { ImGui::DestroyContext(); }
    LargeScreen(const LargeScreen&) = delete;
    LargeScreen& operator=(const LargeScreen&) = delete;

    void frame(const Look& look) {
        constexpr float width = 1600, height = 1000;
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {width, height};
        io.DeltaTime = 1.0f / 60;
        ImGui::NewFrame();
        const Theme& light = theme(ThemeKind::light);
        Ui ui({*ImGui::GetBackgroundDrawList(), fonts_, light, renderer_.heatmaps()}, {width, height}, {});
        TensorViewInput input;
        input.name = "tensor/weights";
        input.cells = {.tensor = {.layout = cells_.layout(), .fetched = &cells_}, .row_axis = 2, .column_axis = 3};
        input.cells.fixed[1] = look.head;
        input.cells.name = "weights";
        input.style = weight_style(light);
        input.row_title = "asks: query ↓";
        input.column_title = "answers: key →";
        input.window = CellWindow{look.row, look.column, {look.cell, look.cell}};
        tensor_view(ui, {{0, 0}, {width, height}}, input);
        ui.finish();
        ImGui::Render();
    }

private:
    OffscreenContext context_;
    Fonts fonts_;
    Renderer renderer_;
    FormulaCells cells_;
};

/// A place that moves by `step` cells per frame, back and forth over the plane.
int wander(int frame, int step, float cell) {
    const int most = std::max(1, static_cast<int>(length) - static_cast<int>(1500 / cell)), along = frame * step % (2 * most);
    return along < most ? along : 2 * most - along;
}

/// Zooms in from all cells to 40 pixels per cell within half a second, and out again in the same time.
float zoom_of(int frame) {
    constexpr int frames = 30;
    const int along = frame % (2 * frames), in = along < frames ? along : 2 * frames - along;
    return 0.11f * std::pow(40 / 0.11f, static_cast<float>(in) / frames);
}

using Cases = std::vector<std::pair<std::string, Body>>;

Cases cases() {
    const auto screen = std::make_shared<LargeScreen>();
    const auto add = [&](Cases& list, const char* name, Look (*look)(int)) {
        list.emplace_back(name, [screen, look, frame = std::make_shared<int>(0)] { screen->frame(look((*frame)++)); });
    };
    Cases list;
    add(list, "numbers", [](int i) { return Look{3, 44, wander(i, 3, 44), wander(i, 5, 44)}; });
    add(list, "cells", [](int i) { return Look{5, 6, wander(i, 20, 6), wander(i, 30, 6)}; });
    add(list, "pixels", [](int i) { return Look{7, 1, wander(i, 40, 1), wander(i, 60, 1)}; });
    add(list, "blocks", [](int i) { return Look{9, 0.3f, wander(i, 100, 0.3f), wander(i, 130, 0.3f)}; });
    add(list, "whole", [](int i) { return Look{i / 30 % large_heads, 0.11f, 0, 0}; });
    add(list, "zooming", [](int i) { return Look{11, zoom_of(i), 1000, 900}; });
    return list;
}

}  // namespace

Workload frame_large_workload() {
    return {.name = "frame-large",
            .text = "building a frame with 16 × 8192 × 8192 cells, panned and zoomed; the slowest of six ways to do so",
            .repetitions = 21,
            .seconds = 0.05,
            .prepare = {},
            .cases = cases};
}

}  // namespace vitrine
