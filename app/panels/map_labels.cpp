/// What stands around a tensor on the map: where its title and labels have room, and the words along its rows and columns.

#include <algorithm>

#include "app/panels/map_parts.h"
#include "app/widgets/cell_text.h"

namespace vitrine {

namespace {

constexpr float title_height = 16, label_height = 14, label_gap = 8;
constexpr float least_label = 20;  // a label shorter than that says nothing

/// The word beside a row or above a column; empty where there is none.
std::string word_at(const MapCanvas& canvas, const DressedTensor& tensor, int axis, Size place) {
    if (axis < 0) return "";
    const Model& model = *canvas.run().model;
    const Layout layout = canvas.run().trace.find(tensor.info->path).layout;
    const Axis which = layout.axes[static_cast<std::size_t>(axis)];
    if (which == Axis::vocabulary && !model.target_vocabulary.empty())
        return model.target_vocabulary.word(static_cast<std::int32_t>(place));
    const bool position = which == Axis::query || (which == Axis::position && layout.find(Axis::batch) >= 0);
    if (!position && which != Axis::key) return "";
    const Side side = which == Axis::key ? tensor.info->key_side : tensor.info->side;
    const IndexTensor& tokens = side == Side::source ? model.batch.src : model.batch.tgt;
    const Vocabulary& vocabulary = side == Side::source ? model.source_vocabulary : model.target_vocabulary;
    return vocabulary.word(tokens.at({canvas.state.selection.sentence, place}));
}

bool has_words(const MapCanvas& canvas, const DressedTensor& tensor, int axis) { return !word_at(canvas, tensor, axis, 0).empty(); }

/// A word may be wider than its column where those beside it are short.
float room_for_column(const MapCanvas& canvas, const DressedTensor& tensor, int column, int columns, float pitch) {
    float widest = 0;
    for (const int beside : {column - 1, column + 1}) {
        if (beside < 0 || beside >= columns) continue;
        widest = std::max(widest, canvas.ui.width_of(Font::label, word_at(canvas, tensor, tensor.plane.column_axis, beside)));
    }
    return std::max(pitch - 3, 2 * pitch - std::max(widest, pitch - 3) - 6);
}

}  // namespace

void draw_row_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit) {
    Ui& ui = canvas.ui;
    const float room =
        canvas.length(tensor.tensor->beside) + tensor.area.min.x - canvas.spot(tensor.tensor->room.min).x - label_gap;
    const CellRange range = cells_in_sight(ui, layout);
    for (int row = range.first_row; row < range.last_row; ++row) {
        const ImVec2 at{layout.area.min.x - label_gap, layout.cell(row, 0).centre().y};
        ui.text(at, Font::label, faded(row == lit ? ui.theme.text : ui.theme.dim, canvas.detail.operations),
                word_at(canvas, tensor, tensor.plane.row_axis, row),
                {.max_width = room, .align = Align::right, .vertical = VerticalAlign::middle});
    }
}

void draw_column_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit) {
    Ui& ui = canvas.ui;
    const CellRange range = cells_in_sight(ui, layout);
    for (int column = range.first_column; column < range.last_column; ++column) {
        const std::string word = word_at(canvas, tensor, tensor.plane.column_axis, column);
        const ImVec2 at{layout.cell(0, column).centre().x, layout.area.min.y - tensor_frame_distance - 1 - label_height / 2};
        ui.text(at, Font::label, faded(column == lit ? ui.theme.text : ui.theme.dim, canvas.detail.operations),
                word.empty() ? std::to_string(column) : word,
                {.max_width = room_for_column(canvas, tensor, column, layout.columns, layout.pitch_x),
                 .align = Align::centre,
                 .vertical = VerticalAlign::middle});
    }
}

DressedTensor dressed(const MapCanvas& canvas, const MapTensor& tensor) {
    const Outline& outline = canvas.run().outline();
    DressedTensor result{.tensor = &tensor, .info = &outline.tensors[static_cast<std::size_t>(tensor.slot)]};
    const Layout layout = canvas.run().trace.tensors[static_cast<std::size_t>(tensor.slot)].layout;
    result.plane = map_plane(layout, canvas.state.selection.sentence, canvas.state.selection.head);
    result.area = canvas.on_screen(tensor.area);
    const ImVec2 room = canvas.spot(tensor.room.min);
    const PlaneSize size = size_of(layout, result.plane);
    const float pitch_x = result.area.width() / static_cast<float>(size.columns);
    const float pitch_y = result.area.height() / static_cast<float>(size.rows);
    const float above = canvas.length(tensor.above) + result.area.min.y - room.y - tensor_frame_distance - 2;
    result.title_room = canvas.length(tensor.title) - (result.area.min.x - room.x);
    result.titled = above >= title_height && result.title_room >= least_label;
    const bool words = has_words(canvas, result, result.plane.column_axis);
    const float narrowest = words ? 24 : metrics::number_cell;
    result.column_labels =
        result.plane.column_axis >= 0 && size.columns > 1 && pitch_x >= narrowest && above >= title_height + label_height;
    const float beside = canvas.length(tensor.beside) + result.area.min.x - room.x - label_gap;
    result.row_labels =
        tensor.beside > 0 && pitch_y >= 12 && beside >= least_label && has_words(canvas, result, result.plane.row_axis);
    result.outer = result.area.inset(-tensor_frame_distance - 1);
    if (result.column_labels) result.outer.min.y -= label_height;
    if (result.titled) result.outer.min.y -= title_height + 1;
    if (result.row_labels) result.outer.min.x -= std::min(beside, canvas.length(tensor.beside)) + 2;
    return result;
}

}  // namespace vitrine
