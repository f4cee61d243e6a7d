#pragma once
/// Cells by a formula, and pictures of them, for the tests of large heatmaps.

#include <cmath>
#include <limits>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "tests/app/render/screen.h"

namespace vitrine::large {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr Size mebibyte = Size{1} << 20;

inline Layout row_major(std::initializer_list<std::pair<Axis, Size>> axes) {
    Layout layout;
    for (const auto& [axis, size] : axes) {
        layout.axes[layout.rank] = axis;
        layout.shape[layout.rank++] = size;
    }
    Size stride = 1;
    for (int axis = layout.rank; axis-- > 0; stride *= layout.shape[axis]) layout.strides[axis] = stride;
    return layout;
}

/// Mostly small numbers without a pattern: the strongest cell can only be found by reading every cell.
inline float number_at(Size place) {
    const auto mixed = (static_cast<std::uint64_t>(place) + 1) * 0x9e3779b97f4a7c15u;
    const double share = static_cast<double>(mixed >> 40) / static_cast<double>(1 << 24) * 2 - 1;
    return static_cast<float>(2 * share * share * share * share * share);
}

/// Computes cells when they are read, and counts them.
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

inline TensorView fetched_view(const FetchedCells& cells) { return {.layout = cells.layout(), .fetched = &cells}; }

struct LargeView {
    int width = 0, height = 0;
    Rect area{};
};

struct Picture {
    Image image;
    HeatmapLayout layout;
};

inline Picture draw(Screen& screen, const HeatmapCells& cells, const HeatmapStyle& style, const LargeView& view) {
    Picture picture;
    picture.image = screen.draw(view.width, view.height, [&](ImDrawList& frame) {
        DrawList list(frame);
        picture.layout = add_heatmap(list, screen.heatmaps(), view.area, cells, style);
    });
    return picture;
}

inline Picture draw_whole(Screen& screen, const HeatmapCells& cells, const HeatmapStyle& style, const LargeView& view) {
    screen.heatmaps().set_patient(true);
    Picture picture = draw(screen, cells, style, view);
    screen.heatmaps().set_patient(false);
    return picture;
}

}  // namespace vitrine::large
