#include "app/panel/tensor_picture.h"

#include <algorithm>
#include <optional>

namespace vitrine {

Plane shown_plane(const TensorOfRun& tensor, const Selection& selection) {
    return plane_of(tensor.run, tensor.info, selection.sentence, selection.head);
}

HeatmapStyle common_style(const Ui& ui, std::span<const TensorOfRun> tensors, const PictureChoice& choice) {
    std::optional<HeatmapStyle> common;
    double limit = 0;
    for (const TensorOfRun& tensor : tensors) {
        const Plane plane = shown_plane(tensor, choice.selection);
        const HeatmapStyle style = picture_of(tensor.run, tensor.info, plane, ui.theme, choice.shares, choice.aspect).style;
        limit = std::max(limit, limit_of(tensor.run, tensor.info, choice.aspect));
        const bool signed_numbers = style.scale == HeatmapStyle::Scale::diverging;
        if (!common || signed_numbers || (common->scale == style.scale && common->high < style.high)) common = style;
    }
    if (common) common->limit = static_cast<float>(limit);
    return common.value_or(HeatmapStyle{});
}

TensorViewInput tensor_picture(const Ui& ui, const std::string& anchor, const TensorOfRun& tensor, const PictureChoice& choice) {
    const auto& [run, info] = tensor;
    const Layout layout = run.find(info.path).layout;
    const Plane plane = shown_plane(tensor, choice.selection);
    const PlanePicture picture = picture_of(run, info, plane, ui.theme, choice.shares, choice.aspect);
    TensorViewInput input;
    input.name = anchor + '/' + info.path;
    input.cells = picture.cells;
    input.style = picture.style;
    const bool has_batch = layout.find(Axis::batch) == 0 && layout.rank > 2;
    const Size sentence = has_batch ? plane.fixed[0] : 0;
    if (plane.row_axis >= 0) {
        input.row_labels = axis_labels(run, info, plane.row_axis, sentence);
        input.row_title = axis_title(run, info, plane.row_axis, "↓");
    }
    if (layout.rank != 2 || layout.axes[0] != Axis::batch)
        input.column_labels = axis_labels(run, info, plane.column_axis, sentence);
    input.column_title = axis_title(run, info, plane.column_axis, "→");
    if (shows_values(choice.aspect) && reading_of(info, input.cells.tensor.type) == Reading::ids)
        input.words = token_words(run, info);
    if (info.path == choice.selection.tensor) input.selected = choice.selection.cell;
    input.often_small = info.is_change || !shows_values(choice.aspect);
    input.frame = colour_of(info.role, ui.theme);
    return input;
}

}  // namespace vitrine
