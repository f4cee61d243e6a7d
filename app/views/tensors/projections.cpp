/// W_Q, W_K and W_V in a parameter that stacks them: shows all three, or one alone.

#include <algorithm>

#include "app/run/run.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/views/tensors/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

std::size_t stacked_axis(const Layout& layout) { return static_cast<std::size_t>(layout.find(Axis::output)); }

/// Reduces what is shown to one of the projections.
void show_part(const State& state, ShownTensor& shown, const StackedProjection& part) {
    shown.alone = part;
    shown.numbers = part_of_stack(shown.numbers, part);
    const Run& run = *state.run;
    const auto& marked = run.difference ? run.difference->changed_ids : run.written;
    const auto written = marked.find(shown.info.path);
    if (written == marked.end() || !shows_values(shown.aspect)) return;
    for (const Index& cell : written->second) {
        if (const auto inside = shown.in_part(cell)) shown.written.push_back(*inside);
    }
}

/// The projection of this tensor that is shown alone; nothing if the values are not in memory, as with a product that is computed
/// only where it is read.
std::optional<StackedProjection> part_to_show(const State& state, const ShownTensor& shown) {
    const bool whole = shown.info.path != state.selection.tensor || !shown.numbers.data;
    return whole ? std::nullopt : projection_alone(state);
}

}  // namespace

Index ShownTensor::in_whole(Index cell) const {
    if (alone) cell[stacked_axis(numbers.layout)] += alone->first;
    return cell;
}

std::optional<Index> ShownTensor::in_part(const std::optional<Index>& cell) const {
    if (!alone || !cell) return cell;
    Index inside = *cell;
    inside[stacked_axis(numbers.layout)] -= alone->first;
    return numbers.layout.contains(inside) ? std::optional(inside) : std::nullopt;
}

ShownTensor in_aspect(const State& state, const ShownTensor& shown, const TensorView& numbers, Aspect aspect) {
    ShownTensor other{shown.info, numbers, shown.axes, aspect};
    if (const auto part = part_to_show(state, other)) show_part(state, other, *part);
    return other;
}

std::string shown_axis_title(const Run& run, const ShownTensor& shown, int axis, const char* arrow) {
    const bool part = shown.alone && static_cast<std::size_t>(axis) == stacked_axis(shown.layout());
    return part ? "output of " + shown.alone->symbol + ' ' + arrow : axis_title(run, shown.info, axis, arrow);
}

void draw_tensors_projections(Ui& ui, Column& column, const TensorsScene& scene) {
    const std::vector<StackedProjection> parts = projections_in(scene.run(), scene.shown.info);
    if (parts.empty() || !scene.shown.numbers.data) return;
    std::vector<Segment> segments{{"tensors/projection/all", "all", "all three, one below another, as they are stored"}};
    for (const StackedProjection& part : parts)
        segments.push_back({"tensors/projection/" + part.symbol, part.symbol, "this one alone"});
    const Rect line = column.row(24, 12);
    const Rect name =
        ui.text({line.min.x, line.centre().y}, Font::body_strong, ui.theme.text, "shown", {.vertical = VerticalAlign::middle});
    const int selected = scene.shown.alone ? scene.state.selection.projection + 1 : 0;
    if (const auto clicked = segmented(ui, {name.max.x + 20, line.min.y}, segments, selected, ui.theme.dim))
        scene.commands.push_back(ShowProjection{static_cast<int>(*clicked) - 1});
}

}  // namespace vitrine
