#include "app/state/copying.h"

#include <fmt/format.h>

#include "app/state/picture.h"
#include "core/trace/cell_text.h"

namespace vitrine {

namespace {

/// As many digits as it takes to read the very number back.
std::string exact(double value) { return fmt::format("{}", static_cast<float>(value)); }

bool shows_value(const State& state) { return state.aspect != Aspect::gradient; }

/// What is shown of the gradient, if it is shown at all; otherwise not present().
TensorView shown_gradient(const State& state, const TensorInfo& info) {
    return state.aspect == Aspect::value ? TensorView{} : find_gradient(*state.run, info.path);
}

std::string cell_line(const State& state, const TensorInfo& info, const Index& cell) {
    const Run& run = *state.run;
    const TensorView tensor = run.find(info.path), gradient = shown_gradient(state, info);
    std::string text = fmt::format("{}{}\t{}", info.path, index_text(tensor.layout, cell), cell_words(run, info, cell));
    if (shows_value(state) || !gradient.present()) text += '\t' + exact(tensor.at(cell));
    if (gradient.present()) text += "\tgradient " + exact(gradient.at(cell));
    return text + '\n';
}

std::string label(const std::vector<std::string>& words, Size i) {
    const std::string& word = words[static_cast<std::size_t>(i)];
    return word.empty() ? std::to_string(i) : word;
}

std::string plane_text(const State& state, const TensorInfo& info, const TensorView& tensor) {
    const Run& run = *state.run;
    const Plane plane = plane_of(tensor.layout, state.selection.sentence, state.selection.head);
    const auto size = [&](int axis) { return axis < 0 ? Size(1) : tensor.layout.shape[static_cast<std::size_t>(axis)]; };
    const auto words = [&](int axis) {
        return axis < 0 ? std::vector<std::string>(1) : axis_labels(run, info, axis, state.selection.sentence);
    };
    const std::vector<std::string> rows = words(plane.row_axis), columns = words(plane.column_axis);
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

}  // namespace

std::string copied_text(const State& state) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return {};
    if (state.selection.cell) return cell_line(state, *info, *state.selection.cell);
    const TensorView gradient = shown_gradient(state, *info);
    std::string text;
    if (shows_value(state) || !gradient.present()) text = info->path + plane_text(state, *info, state.run->find(info->path));
    if (gradient.present()) text += "∂loss/∂" + info->path + plane_text(state, *info, gradient);
    return text;
}

}  // namespace vitrine
