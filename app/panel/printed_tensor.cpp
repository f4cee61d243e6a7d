#include "app/panel/printed_tensor.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/widgets/tensor/printed_cells.h"

namespace vitrine {

namespace {

/// "head 2"; words only if they are the same for every plane.
std::string plane_title(const PrintedTensor& tensor, const Layout& layout, const Plane& plane) {
    const Axis axis = layout.axes[static_cast<std::size_t>(tensor.facets)];
    const int batch = layout.find(Axis::batch);
    const bool word = axis == Axis::position || axis == Axis::query || axis == Axis::key;
    if (word && (batch == tensor.plane.row_axis || batch == tensor.plane.column_axis))
        return fmt::format("{} {}", axis_word(axis), plane.fixed[static_cast<std::size_t>(tensor.facets)]);
    return place_words(tensor.run, tensor.info, plane.fixed, tensor.facets);
}

bool hides_any_cell(const HeatmapCells& cells) {
    for (int row = 0; row < cells.rows(); ++row) {
        for (int column = 0; column < cells.columns(); ++column) {
            if (cells.masked(row, column)) return true;
        }
    }
    return false;
}

/// If words differ from plane to plane, positions are labelled with numbers.
Labels labels_along(const PrintedTensor& tensor, const Layout& layout, int axis) {
    if (axis < 0) return {1, [](Size) { return std::string(" "); }};
    const Axis which = layout.axes[static_cast<std::size_t>(axis)];
    const bool word = which == Axis::position || which == Axis::query || which == Axis::key;
    if (word && tensor.facets >= 0 && tensor.facets == layout.find(Axis::batch))
        return Labels::numbers(layout.shape[static_cast<std::size_t>(axis)]);
    return plane_labels(tensor.run, tensor.info, tensor.plane, axis);
}

}  // namespace

float print_tensor(Ui& ui, const Rect& room, const PrintedTensor& tensor,
                   const std::function<PlanePicture(const Plane&)>& picture) {
    const Layout layout = find_tensor(tensor.run, tensor.info.path, tensor.aspect).layout;
    const Plane& first = tensor.plane;
    PrintedCells printed;
    const Size count = tensor.facets < 0 ? 1 : layout.shape[static_cast<std::size_t>(tensor.facets)];
    for (Size place = 0; place < count; ++place) {
        Plane plane = first;
        if (tensor.facets >= 0) plane.fixed[static_cast<std::size_t>(tensor.facets)] = place;
        const PlanePicture drawn = picture(plane);
        printed.style = drawn.style;
        printed.planes.push_back({drawn.cells, tensor.facets < 0 ? "" : plane_title(tensor, layout, plane)});
    }
    printed.row_labels = labels_along(tensor, layout, first.row_axis);
    printed.column_labels = labels_along(tensor, layout, first.column_axis);
    if (first.row_axis >= 0) printed.row_title = axis_title(tensor.run, tensor.info, first.row_axis, "↓");
    printed.column_title = axis_title(tensor.run, tensor.info, first.column_axis, "→");
    if (tensor.info.role == Role::tokens || tensor.info.path == "predictions") printed.words = token_words(tensor.run, tensor.info);
    printed.often_small = !shows_values(tensor.aspect);
    const auto hides = [](const PrintedPlane& plane) { return hides_any_cell(plane.cells); };
    if (std::ranges::any_of(printed.planes, hides)) printed.note = std::string("hatched: ") + hidden_words(tensor.run, tensor.info);
    return printed_cells(ui, room, printed);
}

}  // namespace vitrine
