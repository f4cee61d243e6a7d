/// Draws small multiples: a picture for each place along one axis.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/tensors/parts.h"

namespace vitrine {

namespace {

constexpr float facet_gap = 24, labels_room = 64, headings_room = 40, largest_facet_cell = 60;

/// The layout of facets: how many side by side, and the size of each.
struct FacetGrid {
    int across = 1;
    float width = 0, height = 0;
};

/// What has to be laid out, and the size of the area.
struct FacetRoom {
    int count, rows, columns;
    ImVec2 size;

    int down(int across) const { return (count + across - 1) / across; }
    float width(int across) const { return (size.x + facet_gap) / static_cast<float>(across) - facet_gap; }

    /// The largest possible size of cells with this number of facets side by side, if all facets are visible at once.
    float cell(int across) const {
        const float height = (size.y + facet_gap) / static_cast<float>(down(across)) - facet_gap;
        return std::min({(width(across) - labels_room) / static_cast<float>(columns),
                         (height - headings_room) / static_cast<float>(rows), largest_facet_cell});
    }

    /// How good this number of facets side by side is. Large cells are good, and so are few lines and few empty places.
    float merit(int across) const {
        const auto places = static_cast<float>(across * down(across));
        const float lines = std::max(0.5f, 1.1f - 0.1f * static_cast<float>(down(across)));
        return cell(across) * lines * std::sqrt(static_cast<float>(count) / places);
    }
};

/// The layout with the largest cells if all facets fit. If cells would be too small to read, as many facets side by side as are
/// readable, and the others below.
FacetGrid grid_for(const FacetRoom& room) {
    constexpr float narrowest = 150, smallest = 14;
    const int most = std::clamp(static_cast<int>((room.size.x + facet_gap) / (narrowest + facet_gap)), 1, room.count);
    int across = 1;
    for (int more = 2; more <= most; ++more) {
        if (room.merit(more) > room.merit(across)) across = more;
    }
    float cell = room.cell(across);
    if (cell < smallest) {
        constexpr float legible = 320;  // pixels: wide enough to show the pattern of a very large plane
        const float wanted = std::min(labels_room + smallest * static_cast<float>(room.columns), legible);
        across = std::clamp(static_cast<int>((room.size.x + facet_gap) / (wanted + facet_gap)), 1, most);
        cell = std::min((room.width(across) - labels_room) / static_cast<float>(room.columns), smallest);
    }
    constexpr float least_height = 96;
    const float height = headings_room + cell * static_cast<float>(room.rows);
    return {across,
            std::min(room.width(across), labels_room + std::max(cell * static_cast<float>(room.columns), narrowest - labels_room)),
            std::max(height, least_height)};
}

void draw_facet(Ui& ui, const Rect& area, Size place, TensorsScene& scene) {
    const ShownTensor& shown = scene.shown;
    const auto axis = static_cast<std::size_t>(shown.axes.facets);
    ShownTensor facet = shown;
    facet.axes.plane.fixed[axis] = place;
    const PlanePicture picture = tensors_picture(scene.state, facet, facet.axes.plane, ui.theme);
    TensorViewInput input = tensors_input(scene.state, facet, picture, ui.theme);
    input.name = fmt::format("tensors/{}/{}", facet.aspect == Aspect::gradient ? "gradient-facet" : "facet", place);
    input.row_title.clear();
    input.column_title.clear();
    input.largest_cell = largest_facet_cell;
    const bool current = place == shown.axes.plane.fixed[axis] && scene.state.selection.cell;
    ui.text(area.min, Font::note_strong, current ? ui.theme.text : ui.theme.dim,
            axis_place_words(scene.run(), shown, shown.axes.facets, place), {.max_width = area.width()});
    draw_tensors_plane(ui, area, input, facet, scene);
}

}  // namespace

void draw_tensors_facets(Ui& ui, Column& column, float height, TensorsScene& scene) {
    const ShownTensor& shown = scene.shown;
    const Layout& layout = shown.layout();
    const auto size = [&](int axis) { return axis < 0 ? 1 : static_cast<int>(layout.shape[static_cast<std::size_t>(axis)]); };
    const int count = size(shown.axes.facets);
    const FacetGrid grid =
        grid_for({count, size(shown.axes.plane.row_axis), size(shown.axes.plane.column_axis), {column.width(), height}});
    // The row and column axes are named once for all facets.
    const Run& run = scene.run();
    const std::string rows =
        shown.axes.plane.row_axis < 0 ? "" : axis_title(run, shown.info, shown.axes.plane.row_axis, "↓") + "   ";
    const std::string words = rows + axis_title(run, shown.info, shown.axes.plane.column_axis, "→");
    column.text(Font::label, ui.theme.faint, words, 10);
    for (int place = 0; place < count; ++place) {
        const auto across = static_cast<float>(place % grid.across), down = static_cast<float>(place / grid.across);
        const ImVec2 corner{column.left + across * (grid.width + facet_gap), column.y + down * (grid.height + facet_gap)};
        const Rect area = rect_at(corner, grid.width, grid.height);
        if (ui.sees(area)) draw_facet(ui, area, place, scene);
    }
    const int down = (count + grid.across - 1) / grid.across;
    column.gap(static_cast<float>(down) * (grid.height + facet_gap) - facet_gap + 16);
}

}  // namespace vitrine
