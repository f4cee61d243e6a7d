#include "app/views/tensors/copied.h"

#include <fmt/format.h>

#include "app/state/place.h"
#include "app/words/gradients.h"
#include "core/listing/cell_text.h"
#include "core/tensor/notation.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// The number with enough digits to read back exactly the same one.
std::string exact(double value) { return fmt::format("{}", static_cast<float>(value)); }

/// The aspects in which a tensor's numbers are shown; if it has no gradient, its values.
std::vector<Aspect> shown_aspects(const State& state, const TensorInfo& info) {
    if (!find_gradient(*state.run, info.path).present()) return {Aspect::value};
    if (state.aspect == Aspect::both) return {Aspect::value, Aspect::gradient};
    return {state.aspect};
}

std::string cell_line(const State& state, const TensorInfo& info, const Index& cell) {
    const Run& run = *state.run;
    std::string text = fmt::format("{}{}{}\t{}", info.is_change ? "B − A of " : "", info.path,
                                   index_text(run.find(info.path).layout, cell), cell_words(run, info, cell));
    for (const Aspect aspect : shown_aspects(state, info)) {
        text += '\t' + (aspect == Aspect::value ? "" : word_of(aspect) + std::string(" "));
        text += exact(find_tensor(run, info.path, aspect).at(cell));
    }
    return text + '\n';
}

std::string label(const Labels& words, Size i) {
    const std::string word = words[i];
    return word.empty() ? std::to_string(i) : printable(word);
}

std::string plane_text(const Run& run, const TensorInfo& info, const TensorView& tensor, const Plane& plane) {
    const auto size = [&](int axis) { return axis < 0 ? Size(1) : tensor.layout.shape[static_cast<std::size_t>(axis)]; };
    const auto words = [&](int axis) { return axis < 0 ? Labels::numbers(1) : plane_labels(run, info, plane, axis); };
    const Labels rows = words(plane.row_axis), columns = words(plane.column_axis);
    std::string text;
    for (Size column = 0; column < size(plane.column_axis); ++column) text += '\t' + label(columns, column);
    for (Size row = 0; row < size(plane.row_axis); ++row) {
        text += '\n' + label(rows, row);
        for (Size column = 0; column < size(plane.column_axis); ++column) {
            Index cell = plane.fixed;
            if (plane.row_axis >= 0) cell[static_cast<std::size_t>(plane.row_axis)] = row;
            cell[static_cast<std::size_t>(plane.column_axis)] = column;
            text += '\t' + exact(tensor.at(cell));
        }
    }
    return text + '\n';
}

/// The tensor whose numbers the tensors view copies.
struct Copied {
    const State& state;
    const TensorInfo& info;
    TensorView tensor;
    TensorAxes axes;
    std::string name;
    std::optional<StackedProjection> alone = {};  ///< for a stacked parameter, the projection that the picture shows alone
};

/// The values that the picture shows.
TensorView shown_of(const Copied& from) { return from.alone ? part_of_stack(from.tensor, *from.alone) : from.tensor; }

/// The index of a cell within them.
Index shown_place(const Copied& from, Index cell) {
    if (from.alone) cell[static_cast<std::size_t>(from.tensor.layout.find(Axis::output))] -= from.alone->first;
    return cell;
}

Copied copied_from(const State& state, const TensorInfo& info) {
    const Aspect aspect = shown_aspects(state, info).front();
    const TensorView tensor = find_tensor(*state.run, info.path, aspect);
    return {state,
            info,
            tensor,
            tensor_axes(state, info.path),
            (info.is_change ? "B − A of " : "") + name_of_numbers(aspect, info.path),
            tensor.data ? projection_alone(state) : std::nullopt};
}

/// "PATH[0, 2, :, :]": a place, with ":" for the axes that are not fixed; "PATH[16:32, :]" for a projection that is shown alone.
std::string through(const Copied& from, const Index& at, const Plane& plane) {
    const std::string part = from.alone ? fmt::format("{}:{}", from.alone->first, from.alone->first + from.alone->count) : ":";
    std::string text = from.name + '[';
    for (int axis = 0; axis < from.tensor.layout.rank; ++axis) {
        const bool runs = axis == plane.row_axis || axis == plane.column_axis;
        const bool stacked = from.tensor.layout.axes[static_cast<std::size_t>(axis)] == Axis::output;
        text += (axis ? ", " : "") + (!runs ? std::to_string(at[static_cast<std::size_t>(axis)]) : stacked ? part : ":");
    }
    return text + ']';
}

/// All planes one after the other, for every place along the axes that are neither rows nor columns.
std::string tensor_text(const Copied& from) {
    Layout others = from.tensor.layout;
    for (const int axis : {from.axes.plane.row_axis, from.axes.plane.column_axis}) {
        if (axis >= 0) others.shape[static_cast<std::size_t>(axis)] = 1;
    }
    std::string text;
    for (Size i = 0; i < others.count(); ++i) {
        Plane plane = from.axes.plane;
        plane.fixed = index_of(others, i);
        text += (i ? "\n" : "") + through(from, plane.fixed, plane) + plane_text(*from.state.run, from.info, from.tensor, plane);
    }
    return text;
}

/// The plane of a single row.
Plane row_plane(const Copied& from, const Index& cell) { return {-1, from.axes.plane.column_axis, cell}; }

std::string text_of(const Copied& from, CopyWhat what) {
    const auto& cell = from.state.selection.cell;
    switch (what) {
        case CopyWhat::cell:
            return cell_line(from.state, from.info, *cell);
        case CopyWhat::row:
            return through(from, *cell, row_plane(from, *cell)) +
                   plane_text(*from.state.run, from.info, shown_of(from), row_plane(from, shown_place(from, *cell)));
        case CopyWhat::plane:
            return through(from, from.axes.plane.fixed, from.axes.plane) +
                   plane_text(*from.state.run, from.info, shown_of(from), from.axes.plane);
        default:
            Copied whole = from;
            whole.alone.reset();
            return tensor_text(whole);
    }
}

/// The words along an axis; empty for the missing row axis of a single row.
std::vector<std::string> names_along(const Copied& from, const Plane& plane, int axis) {
    std::vector<std::string> names;
    if (axis < 0) return names;
    const Labels words = plane_labels(*from.state.run, from.info, plane, axis);
    const Size count = shown_of(from).layout.shape[static_cast<std::size_t>(axis)];
    for (Size i = 0; i < count; ++i) names.push_back(label(words, i));
    return names;
}

std::string named_plane(const Copied& from, const TensorPart& part, const Plane& plane) {
    return named_array(part.tensor, names_along(from, plane, plane.row_axis), names_along(from, plane, plane.column_axis));
}

std::string notation_of(const Copied& from, CopyWhat what, Notation notation) {
    const auto& cell = from.state.selection.cell;
    const int axes[] = {from.axes.plane.row_axis, from.axes.plane.column_axis};
    const std::span<const int> columns = std::span(axes).last(1), both = axes[0] < 0 ? columns : std::span<const int>(axes);
    switch (what) {
        case CopyWhat::cell:
            return cell_in(notation, from.tensor.at(*cell), from.tensor.type) + '\n';
        case CopyWhat::row:
            if (notation == Notation::latex)
                return named_plane(from, part_of(shown_of(from), columns, shown_place(from, *cell)), row_plane(from, *cell));
            return tensor_in(notation, part_of(shown_of(from), columns, shown_place(from, *cell)).tensor);
        case CopyWhat::plane:
            if (notation == Notation::latex)
                return named_plane(from, part_of(shown_of(from), both, from.axes.plane.fixed), from.axes.plane);
            return tensor_in(notation, part_of(shown_of(from), both, from.axes.plane.fixed).tensor);
        default:
            return tensor_in(notation, from.tensor);
    }
}

}  // namespace

bool too_large_to_copy(const State& state, CopyWhat what) {
    const TensorInfo* info = selected_tensor(state);
    if (!info || what == CopyWhat::cell || what == CopyWhat::row) return false;
    const Layout layout = state.run->find(info->path).layout;
    if (what == CopyWhat::tensor) return layout.count() > most_copied_cells;
    const Plane plane = tensor_axes(state, info->path).plane;
    Size cells = 1;
    for (const int axis : {plane.row_axis, plane.column_axis}) {
        if (axis >= 0) cells *= layout.shape[static_cast<std::size_t>(axis)];
    }
    return cells > most_copied_cells;
}

std::string copied_part(const State& state, CopyWhat what) {
    const TensorInfo* info = selected_tensor(state);
    if (!info || too_large_to_copy(state, what)) return {};
    if ((what == CopyWhat::cell || what == CopyWhat::row) && !state.selection.cell) return {};
    const Copied from = copied_from(state, *info);
    if (state.of<TensorsView>().form == CopyForm::text) return text_of(from, what);
    return notation_of(from, what, state.of<TensorsView>().form == CopyForm::numpy ? Notation::numpy : Notation::latex);
}

std::string copied_text(const State& state) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return {};
    if (state.view == View::tensors) return copied_part(state, state.selection.cell ? CopyWhat::cell : CopyWhat::plane);
    if (state.selection.cell) return cell_line(state, *info, *state.selection.cell);
    const Plane plane = plane_of(*state.run, *info, state.selection.sentence, state.selection.head);
    std::string text;
    for (const Aspect aspect : shown_aspects(state, *info)) {
        text += name_of_numbers(aspect, info->path);
        text += plane_text(*state.run, *info, find_tensor(*state.run, info->path, aspect), plane);
    }
    return text;
}

}  // namespace vitrine
