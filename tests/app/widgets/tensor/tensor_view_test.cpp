#include "app/widgets/tensor/tensor_view.h"

#include "app/widgets/label_width.h"
#include "tests/app/render/screen.h"

namespace vitrine::tensor_view_test {

namespace {

/// The layout of a heatmap with so many rows and columns in a space of 280 × 250.
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

TEST_CASE("of thousands of labels that are known only those in sight are asked for") {
    constexpr int count = 4096;
    const auto screen = Screen::open();
    Tensor tensor{Axis::query, Axis::key};
    tensor.resize({count, count});
    tensor.fill(0.5f);
    int asked = 0;
    const Labels labels(LabelsIdentity{tensor.data(), 1, count}, [&](Size place) {
        ++asked;
        return "w" + std::to_string(place);
    });
    TensorViewInput input;
    input.name = "tensor/x";
    input.cells = {view(tensor), 0, 1};
    input.style = value_style(theme(ThemeKind::light), 1);
    input.row_labels = input.column_labels = labels;
    const auto draw = [&](int row) {
        input.window = CellWindow{row, row, {46, 30}};
        asked = 0;
        screen->draw(600, 600, [&](ImDrawList& list) {
            Ui ui({list, screen->fonts(), theme(ThemeKind::light), screen->heatmaps()}, {600, 600}, {});
            tensor_view(ui, rect_at({10, 10}, 580, 580), input);
            ui.finish();
        });
        return asked;
    };
    CHECK(draw(0) >= count);  // how wide they are
    CHECK(draw(2000) < 50);
}

TEST_CASE("labels are as wide as the widest of them, whatever others were measured before") {
    const auto screen = Screen::open();
    const std::vector<std::string> few{"a", "bbbb"}, more{"a", "bbbbbbbb", "c"};
    const auto labels = [](const std::vector<std::string>& words, std::uint64_t generation) {
        return Labels(LabelsIdentity{words.data(), generation, static_cast<Size>(words.size())},
                      [&words](Size place) { return words[static_cast<std::size_t>(place)]; });
    };
    screen->draw(100, 100, [&](ImDrawList& list) {
        const Ui ui({list, screen->fonts(), theme(ThemeKind::light), screen->heatmaps()}, {100, 100}, {});
        for (int round = 0; round < 2; ++round) {
            for (std::uint64_t generation = 1; generation < 20; ++generation) {
                CHECK(widest_of(ui, Font::label, labels(few, generation)) == ui.width_of(Font::label, "bbbb"));
                CHECK(widest_of(ui, Font::title, labels(few, generation)) == ui.width_of(Font::title, "bbbb"));
                CHECK(widest_of(ui, Font::label, labels(more, generation)) == ui.width_of(Font::label, "bbbbbbbb"));
            }
        }
    });
}

}  // namespace vitrine::tensor_view_test
