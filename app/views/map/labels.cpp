/// Determines what is around a tensor on the map: where its title and labels have room, and the words along its rows and columns.

#include <algorithm>

#include "app/views/map/parts.h"
#include "app/widgets/cell_text.h"
#include "app/widgets/label_width.h"

namespace vitrine {

namespace {

constexpr float title_height = 16, small_title_height = 11.5f, label_height = 14, label_gap = 8;
constexpr float least_label = 34, least_title = 14;  // least room for a word that has to be shortened
constexpr float room_for_arrow = 22;                 // between a tensor and the words of the next one
constexpr float least_row = 11.5f;                   // height from which on rows have words beside them

/// The words along an axis, of run B in a difference. Sentences have no names here.
Labels words_along(const MapCanvas& canvas, const TensorInfo& info, const Layout& layout, int axis) {
    if (axis < 0 || layout.axes[static_cast<std::size_t>(axis)] == Axis::batch) return {};
    return axis_labels(run_b_or_self(canvas.run()), info, axis, canvas.state.selection.sentence);
}

/// The room for a column's label. It may be wider than the column if its neighbours are short.
float room_for_column(const MapCanvas& canvas, const DressedTensor& tensor, int column, float pitch) {
    float widest = 0;
    for (const int beside : {column - 1, column + 1})
        widest = std::max(widest, canvas.ui.width_of(Font::label, tensor.columns[beside]));
    return std::max(pitch - 3, 2 * pitch - std::max(widest, pitch - 3) - 6);
}

/// If at least this much of a tensor is visible, its title and labels are kept visible, too.
constexpr float worth_labels = 60, edge_gap = 5;

/// Keeps titles and labels at the edge of the canvas if their own place is beyond it. They cover cells there.
void stick_to_edges(const MapCanvas& canvas, DressedTensor& tensor) {
    const Rect& view = canvas.view;
    tensor.inner = view;
    const float strip = edge_gap + title_height + (tensor.column_labels ? label_height : 0);
    if (tensor.titled && tensor.outer.min.y < view.min.y + edge_gap && tensor.area.max.y > view.min.y + strip + worth_labels) {
        tensor.outer.min.y = view.min.y + edge_gap;
        tensor.stuck_above = true;
        if (tensor.area.min.y < view.min.y + strip) tensor.inner.min.y = view.min.y + strip;
    }
    const float words = edge_gap + tensor.label_room + 4;
    if (tensor.row_labels && tensor.area.min.x < view.min.x + words && tensor.area.max.x > view.min.x + words + worth_labels) {
        tensor.inner.min.x = view.min.x + words;
    }
}

/// The area of the cells. Near enough, cells are square; from far away they are higher or wider, to stay visible.
Rect area_of_cells(const MapCanvas& canvas, const MapTensor& tensor, PlaneSize size, ElementType type) {
    const Rect area = canvas.on_screen(tensor.area);
    if (type == ElementType::index) return area;
    const auto columns = static_cast<float>(size.columns), rows = static_cast<float>(size.rows);
    const float broad = area.width() / columns, high = area.height() / rows, square = std::min(broad, high);
    const auto kept = [&](float side) { return std::max(square, std::min(side, metrics::number_cell)); };
    const ImVec2 centre = area.centre(), half{kept(broad) * columns / 2, kept(high) * rows / 2};
    return {{centre.x - half.x, centre.y - half.y}, {centre.x + half.x, centre.y + half.y}};
}

}  // namespace

void draw_row_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit) {
    Ui& ui = canvas.ui;
    const bool stuck = tensor.inner.min.x > canvas.view.min.x;
    const float natural = layout.area.min.x - label_gap;
    const float right = stuck ? std::max(natural, canvas.view.min.x + edge_gap + tensor.label_room) : natural;
    const bool clipped = tensor.inner.min.y > canvas.view.min.y;
    if (clipped) ui.begin_panning("map/rows", {{canvas.view.min.x, tensor.inner.min.y}, canvas.view.max});
    const CellRange range = cells_in_sight(ui, layout);
    for (int row = range.first_row; row < range.last_row; ++row) {
        ui.text({right, layout.cell(row, 0).centre().y}, Font::label,
                faded(row == lit ? ui.theme.text : ui.theme.dim, canvas.detail.operations), tensor.rows[row],
                {.max_width = tensor.label_room + 0.5f, .align = Align::right, .vertical = VerticalAlign::middle});
    }
    if (clipped) ui.end_panning();
}

void draw_column_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit) {
    Ui& ui = canvas.ui;
    const float natural = layout.area.min.y - frame_distance(canvas) - 1 - label_height / 2;
    const float least = tensor.stuck_above ? canvas.view.min.y + edge_gap + title_height + label_height / 2 : natural;
    const float middle = std::max(natural, least);
    const bool clipped = tensor.inner.min.x > canvas.view.min.x;
    if (clipped) ui.begin_panning("map/columns", {{tensor.inner.min.x, canvas.view.min.y}, canvas.view.max});
    const CellRange range = cells_in_sight(ui, layout);
    for (int column = range.first_column; column < range.last_column; ++column) {
        const std::string word = tensor.columns[column];
        ui.text({layout.cell(0, column).centre().x, middle}, Font::label,
                faded(column == lit ? ui.theme.text : ui.theme.dim, canvas.detail.operations),
                word.empty() ? std::to_string(column) : word,
                {.max_width = room_for_column(canvas, tensor, column, layout.pitch_x),
                 .align = Align::centre,
                 .vertical = VerticalAlign::middle,
                 .shorten = Shorten::end});
    }
    if (clipped) ui.end_panning();
}

void cover_edges(const MapCanvas& canvas, const DressedTensor& tensor) {
    const Colour ground = canvas.ui.theme.canvas;
    const Rect seen = tensor.area.inset(-frame_distance(canvas)).intersection(canvas.view);
    if (tensor.inner.min.y > seen.min.y) canvas.ui.fill({seen.min, {seen.max.x, tensor.inner.min.y}}, faded(ground, 0.94f));
    if (tensor.inner.min.x > seen.min.x) canvas.ui.fill({seen.min, {tensor.inner.min.x, seen.max.y}}, faded(ground, 0.94f));
}

std::string short_symbol(const Ui& ui, Font font, const std::string& symbol, float room) {
    static constexpr std::pair<std::string_view, std::string_view> shorter[] = {
        {"deviation", "dev."},           {"activation", "act."},     {"x + sublayer", "x + sub"}, {"loss per token", "losses"},
        {"loss per sentence", "losses"}, {"embedding", "emb."},      {"positions", "pos."},       {"normalized", "norm"},
        {"projected", "proj."},          {"probabilities", "prob."}, {"predictions", "pred."}};
    if (ui.width_of(font, symbol) <= room) return symbol;
    for (const auto& [name, brief] : shorter) {
        if (name == symbol) return std::string(brief);
    }
    return symbol;
}

void draw_tensor_title(const MapCanvas& canvas, const DressedTensor& tensor, const std::string& note) {
    if (!tensor.titled) return;
    Ui& ui = canvas.ui;
    const float opacity = canvas.detail.operations;
    Font font = canvas.camera.zoom < 0.75 ? Font::note_strong : Font::body_strong;
    if (ui.width_of(font, tensor.tensor->symbol) > tensor.title_room) font = Font::label;
    const std::string symbol = short_symbol(ui, font, tensor.tensor->symbol, tensor.title_room);
    const float natural = tensor.area.min.x - 1, edge = canvas.view.min.x + edge_gap;
    const bool stuck = natural < edge && tensor.area.max.x > edge + worth_labels;
    const ImVec2 at{stuck ? edge : natural, tensor.outer.min.y};
    const float room = stuck ? std::max(tensor.title_room - (edge - natural), tensor.area.max.x - edge) : tensor.title_room;
    const Colour colour = tensor.tensor->is_input ? ui.theme.dim : colour_of(tensor.info->role, ui.theme);
    const Rect title = ui.text(at, font, faded(colour, opacity), symbol, {.max_width = room + 0.5f, .shorten = Shorten::end});
    const float left = title.max.x + 7;
    if (note.empty() || ui.width_of(Font::label, note) > at.x + room - left) return;
    ui.text({left, at.y + (font == Font::label         ? 0.0f
                           : font == Font::note_strong ? 1.0f
                                                       : 2.0f)},
            Font::label, faded(ui.theme.dim, opacity), note);
}

DressedTensor dressed(const MapCanvas& canvas, const MapTensor& tensor) {
    const Outline& outline = canvas.run().outline();
    DressedTensor result{.tensor = &tensor, .info = &outline.tensors[static_cast<std::size_t>(tensor.slot)]};
    const TensorView view = canvas.run().trace.tensors[static_cast<std::size_t>(tensor.slot)];
    result.plane =
        map_plane(view.layout, canvas.state.selection.sentence, head_in(canvas.run(), *result.info, canvas.state.selection.head));
    result.rows = words_along(canvas, *result.info, view.layout, result.plane.row_axis);
    result.columns = words_along(canvas, *result.info, view.layout, result.plane.column_axis);
    const PlaneSize size = size_of(view.layout, result.plane);
    result.area = area_of_cells(canvas, tensor, size, view.type);
    const float out = frame_distance(canvas);
    const ImVec2 room = canvas.spot(tensor.room.min);
    const float pitch_x = result.area.width() / static_cast<float>(size.columns);
    const float pitch_y = result.area.height() / static_cast<float>(size.rows);
    const float above = canvas.length(tensor.above) + result.area.min.y - room.y - out - 1;
    const float title = canvas.camera.zoom < 0.75 ? std::clamp(above, small_title_height, title_height - 1) : title_height;
    result.title_room = canvas.length(tensor.title) - (result.area.min.x - room.x) - 4;
    result.titled = above >= title && result.title_room >= least_title;
    const float narrowest = result.columns[0].empty() ? metrics::number_cell : 24;
    result.column_labels =
        result.plane.column_axis >= 0 && size.columns > 1 && pitch_x >= narrowest && above >= title_height + label_height;
    const float beside =
        canvas.length(tensor.beside) + result.area.min.x - room.x - label_gap - (tensor.is_input ? 0 : room_for_arrow);
    if (tensor.beside > 0 && pitch_y >= least_row && !result.rows[0].empty()) {
        const float widest = widest_of(canvas.ui, Font::label, result.rows);
        result.row_labels = beside >= std::min(widest, least_label);
        if (result.row_labels) result.label_room = std::min(widest, beside);
    }
    result.outer = result.area.inset(-out - 1);
    if (result.column_labels) result.outer.min.y -= label_height;
    if (result.titled) result.outer.min.y -= title + 1;
    if (result.row_labels) result.outer.min.x = std::min(result.outer.min.x, result.area.min.x - label_gap - result.label_room - 2);
    stick_to_edges(canvas, result);
    return result;
}

}  // namespace vitrine
