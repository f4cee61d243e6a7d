#include "app/widgets/tensor_view.h"

#include "tests/app/render/screen.h"

using namespace vitrine;

namespace {

/// Where the cells of a tensor of so many rows and columns lie in a space of 280 × 250.
HeatmapLayout drawn(int rows, int columns) {
    const auto screen = Screen::open();
    Tensor tensor{Axis::position, Axis::feature};
    tensor.resize({rows, columns});
    tensor.fill(0.5f);
    TensorViewInput input;
    input.name = "tensor/x";
    input.cells = {view(tensor), 0, 1};
    input.style = value_style(theme(ThemeKind::light), 1);
    HeatmapLayout layout;
    screen->draw(300, 280, [&](ImDrawList& list) {
        Ui ui({list, screen->fonts(), theme(ThemeKind::light), screen->heatmaps()}, {300, 280}, {});
        layout = tensor_view(ui, rect_at({10, 10}, 280, 250), input).layout;
        ui.finish();
    });
    return layout;
}

}  // namespace

TEST_CASE("cells are square where they fit so") {
    for (const std::pair<int, int>& size :
         {std::pair{6, 6}, std::pair{5, 6}, std::pair{40, 40}, std::pair{64, 8}, std::pair{30, 32}}) {
        const int rows = size.first, columns = size.second;  // clang 14 captures no structured bindings
        const HeatmapLayout layout = drawn(rows, columns);
        INFO(rows << " × " << columns);
        CHECK(layout.pitch_x == doctest::Approx(layout.pitch_y).epsilon(0.03));
    }
}

TEST_CASE("the rows of a wide tensor are high enough for a word beside each, and stay within their room") {
    for (const int columns : {32, 64, 512}) {
        for (int rows = 1; rows <= 6; ++rows) {
            const HeatmapLayout layout = drawn(rows, columns);
            INFO(rows << " × " << columns);
            CHECK(layout.pitch_y >= 18);
            CHECK(layout.pitch_y <= 28);
            CHECK(layout.area.max.x <= 290);
            CHECK(layout.area.max.y <= 260);
            CHECK(layout.area.width() >= 0.7f * 250);
        }
    }
}
