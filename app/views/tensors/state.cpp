#include "app/views/tensors/state.h"

#include <algorithm>

#include "app/state/state.h"

namespace vitrine {

std::span<const TensorsChoice> axis_uses() {
    static constexpr TensorsChoice list[] = {
        {"rows", "rows", "this axis runs down the picture"},
        {"columns", "columns", "this axis runs across the picture"},
        {"facets", "facets", "a small picture for each index along this axis, side by side"},
        {"one", "one", "one index along this axis is shown; the slider chooses it"},
    };
    return list;
}

std::span<const TensorsChoice> ranges() {
    static constexpr TensorsChoice list[] = {
        {"tensor", "this tensor", "colours go up to the largest value of this tensor"},
        {"layer", "its layer", "the same colours for all tensors of this kind in this layer, to compare them"},
        {"all", "all", "the same colours for all tensors of this kind in the run"},
        {"central", "99 %", "up to the 99th percentile, so that a few extreme values do not wash out the rest; those are marked"},
    };
    return list;
}

std::span<const TensorsChoice> zooms() {
    static constexpr TensorsChoice list[] = {
        {"fit", "whole", "all rows and columns at once"},
        {"numbers", "numbers", "cells large enough to read; the small picture shows where you are and moves elsewhere"},
    };
    return list;
}

std::span<const TensorsChoice> copy_forms() {
    static constexpr TensorsChoice list[] = {
        {"text", "text", "a line for each row, cells separated by tabs, for spreadsheets"},
        {"numpy", "NumPy", "Python code with all digits of every number"},
        {"latex", "LaTeX", "an array with named rows and columns, the tensor as a bmatrix, four decimals"},
    };
    return list;
}

std::span<const TensorsChoice> copy_whats() {
    static constexpr TensorsChoice list[] = {
        {"cell", "cell", "the selected number"},
        {"row", "row", "the row of the selected number"},
        {"picture", "plane", "the numbers of the rows and columns that are shown"},
        {"tensor", "tensor", "all of it, along every axis"},
    };
    return list;
}

namespace {

/// The axis's place, or another one where the tensor has none of this name.
int find_or(const Layout& layout, Axis axis, int otherwise) {
    const int found = axis == Axis::none ? -1 : layout.find(axis);
    return found < 0 ? otherwise : found;
}

Size place_along(const State& state, const std::string& path, Axis axis) {
    if (axis == Axis::batch) return state.selection.sentence;
    const TensorInfo* info = state.run->info(path);
    if (axis == Axis::head) return info ? head_in(*state.run, *info, state.selection.head) : state.selection.head;
    const auto known = state.of<TensorsView>().places.find(axis);
    return known == state.of<TensorsView>().places.end() ? 0 : known->second;
}

}  // namespace

TensorAxes tensor_axes(const State& state, const std::string& path) {
    const Layout layout = state.run->find(path).layout;
    const auto known = state.of<TensorsView>().axes.find(layout.axes);
    const AxisChoice choice = known == state.of<TensorsView>().axes.end() ? AxisChoice{} : known->second;
    TensorAxes axes;
    axes.plane.column_axis = find_or(layout, choice.columns, layout.rank - 1);
    axes.plane.row_axis = layout.rank < 2 ? -1 : find_or(layout, choice.rows, layout.rank - 2);
    axes.facets = find_or(layout, choice.facets, -1);
    for (int axis = 0; axis < layout.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        if (axis == axes.plane.row_axis || axis == axes.plane.column_axis) continue;
        axes.plane.fixed[at] =
            std::clamp<Size>(place_along(state, path, layout.axes[at]), 0, std::max<Size>(0, layout.shape[at] - 1));
    }
    return axes;
}

AxisUse use_of(const TensorAxes& axes, int axis) {
    if (axis == axes.plane.row_axis) return AxisUse::rows;
    if (axis == axes.plane.column_axis) return AxisUse::columns;
    return axis == axes.facets ? AxisUse::facets : AxisUse::one;
}

}  // namespace vitrine
