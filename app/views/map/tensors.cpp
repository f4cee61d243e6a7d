/// Draws tensors on the map: their cells, the labels in and around them, and the highlighted cells.

#include <algorithm>
#include <cmath>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/state/selection_commands.h"
#include "app/views/map/alteration_words.h"
#include "app/views/map/layout_blocks.h"
#include "app/views/map/parts.h"
#include "app/widgets/cell_text.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "app/words/gradients.h"
#include "core/listing/tensor_text.h"

namespace vitrine {

namespace {

constexpr float clickable_cell = 8;  // pixels from which on a click means the cell
constexpr float readable_cell = 3;   // pixels from which on the note is about the cell

/// The picture of a tensor in the chosen aspect; nothing if that needs a gradient that the tensor lacks, or if it is not computed
/// yet.
std::optional<PlanePicture> picture_on(const MapCanvas& canvas, const TensorInfo& info, const Plane& plane, float opacity) {
    if (!canvas.computed(info)) return std::nullopt;
    if (lacks_gradient(canvas.state, info)) return std::nullopt;
    PlanePicture picture = picture_of(canvas.run(), info, plane, canvas.ui.theme, canvas.state.share_colours, canvas.state.aspect);
    picture.style.opacity *= opacity;
    // A mask is mostly ones, which would be more conspicuous than the scores.
    if (info.path.ends_with("mask")) picture.style.plus = mixed(picture.style.zero, picture.style.plus, 0.45f);
    return picture;
}

/// The cells of a tensor and their layout, even if there is no picture.
struct Cells {
    HeatmapCells cells;
    HeatmapLayout layout;
    std::optional<PlanePicture> picture;
};

Cells draw_cells(const MapCanvas& canvas, const TensorInfo& info, const Plane& plane, const Rect& area, float opacity) {
    Ui& ui = canvas.ui;
    Cells drawn{cells_of(canvas.run(), info, plane, Aspect::value), {}, picture_on(canvas, info, plane, opacity)};
    if (drawn.picture) {
        drawn.layout = add_heatmap(ui.list, ui.heatmaps, area, drawn.picture->cells, drawn.picture->style);
    } else {
        drawn.layout = heatmap_layout(area, drawn.cells.rows(), drawn.cells.columns(), {});
        ui.fill(area, faded(ui.theme.zero, 0.35f * opacity), 2);
    }
    return drawn;
}

/// Whether the drawn plane contains any part of a box.
bool crosses(const HeatmapCells& cells, const LitBox& box) {
    for (int axis = 0; axis < cells.tensor.layout.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        if (axis == cells.row_axis || axis == cells.column_axis) continue;
        if (cells.fixed[at] < box.first[at] || cells.fixed[at] > box.last[at]) return false;
    }
    return true;
}

void frame_boxes(const MapCanvas& canvas, const Cells& drawn, const std::string& path, std::span<const LitBox> boxes) {
    const auto along = [](const Index& index, int axis) {
        return axis < 0 ? 0 : static_cast<int>(index[static_cast<std::size_t>(axis)]);
    };
    for (const LitBox& box : boxes) {
        if (box.path != path || !crosses(drawn.cells, box)) continue;
        const int row = along(box.first, drawn.cells.row_axis), column = along(box.first, drawn.cells.column_axis);
        const Rect area = drawn.layout.cells(row, column, along(box.last, drawn.cells.row_axis) - row + 1,
                                             along(box.last, drawn.cells.column_axis) - column + 1);
        canvas.ui.frame(area.inset(drawn.layout.pitch_x >= 8 ? -1.0f : -2.0f), box.colour, 2, 2);
    }
}

/// Frames the row of the selected cell where the cell itself is narrow: in the picture of an embedding, a dimension is a hairline,
/// but its row is a word. In scores and weights it is the cell that counts, and a row would hide its neighbours.
void frame_row_of_cell(const MapCanvas& canvas, const Cells& drawn, const std::string& path) {
    const Selection& selection = canvas.state.selection;
    const bool is_here = selection.cell && selection.tensor == path && drawn.cells.row_axis >= 0;
    const bool is_of_pairs = drawn.cells.tensor.layout.find(Axis::key) == drawn.cells.column_axis;
    if (!is_here || is_of_pairs || drawn.layout.pitch_x >= clickable_cell) return;
    if (!crosses(drawn.cells, {path, *selection.cell, *selection.cell})) return;
    const auto row = static_cast<int>((*selection.cell)[static_cast<std::size_t>(drawn.cells.row_axis)]);
    const Rect area = drawn.layout.cells(row, 0, 1, drawn.cells.columns()).inset(-1);
    canvas.ui.frame(area, canvas.ui.theme.accent, 2, 1);
    canvas.ui.place("map/row-of-cell", area);
}

/// In `merged`, the columns of the shown head.
std::optional<LitBox> head_columns(const MapCanvas& canvas, const TensorInfo& info) {
    const std::optional<AttentionPlace> attention = attention_at(info.path);
    if (!attention || !info.path.ends_with(".merged") || head_count(canvas.run(), *attention) < 2) return std::nullopt;
    const Layout layout = canvas.run().trace.find(info.path).layout;
    const Size heads = head_count(canvas.run(), *attention), width = layout.shape[2] / heads;
    const Size head = std::min(canvas.state.selection.head, heads - 1);
    const Size sentence = canvas.state.selection.sentence;
    return LitBox{
        info.path, {sentence, 0, head * width}, {sentence, layout.shape[1] - 1, (head + 1) * width - 1}, canvas.ui.theme.attention};
}

void write_in_cells(const MapCanvas& canvas, const DressedTensor& tensor, const Cells& drawn, std::string& note) {
    if (!drawn.picture || canvas.detail.operations < 1) return;
    const CellPicture picture{drawn.picture->cells, drawn.picture->style, drawn.layout};
    const bool values = shows_values(canvas.state.aspect);
    if (values && drawn.cells.tensor.type == ElementType::index) {
        if (drawn.layout.pitch_y >= 13) draw_words(canvas.ui, picture, token_words(canvas.run(), *tensor.info));
        return;
    }
    const auto writing = writing_of(canvas.ui, picture.cells, picture.style, drawn.layout.pitch_x, !values);
    if (!writing) return;
    draw_numbers(canvas.ui, picture, *writing);
    if (writing->exponent != 0) note = "× " + power_of_ten(writing->exponent);
}

/// Draws the tensor's frame: its colour shows what the tensor is, its thickness the part in the current step, and the accent
/// colour that it is selected.
void draw_frame(const MapCanvas& canvas, const DressedTensor& tensor, bool hovered) {
    Ui& ui = canvas.ui;
    const bool input = tensor.tensor->is_input;
    const Part part = part_in_step(canvas, tensor.info->path);
    const bool here = !input || canvas.step().block == tensor.tensor->anchor.substr(6, canvas.step().block.size());
    const Colour identity = colour_of(tensor.info->role, ui.theme);
    Colour colour = input ? ui.theme.line : faded(identity, 0.8f);
    float thickness = 1.2f;
    if (hovered) colour = input ? ui.theme.dim : identity;
    if (part == Part::input && here) colour = identity, thickness = 2.2f;
    if (part == Part::output && here) colour = identity, thickness = 3.2f;
    if (!input && tensor.info->path == canvas.state.selection.tensor) colour = ui.theme.accent, thickness = 2.2f;
    const float out = std::min(frame_distance(canvas) + (thickness - 1.2f) / 2, 1 + 0.1f * tensor.area.height());
    const Rect frame = tensor.area.inset(-out);
    ui.frame(frame, faded(colour, canvas.detail.operations), 4, thickness);
    if (input) return;
    const std::string& path = tensor.info->path;
    if (shown_finding(canvas, path)) draw_finding_mark(canvas, {frame.min.x, frame.min.y + 1}, canvas.detail.operations);
    if (alteration_of(canvas.run(), path) == Alteration::none) return;
    draw_altered_mark(canvas, {frame.max.x + 1, frame.min.y + 6}, tensor.info->role, canvas.detail.operations);
}

/// Shows a note about the tensor as a whole.
void note_tensor(const MapCanvas& canvas, const TensorInfo& info) {
    std::vector<std::string> lines{info.symbol + "  ·  " + canvas.run().outline().steps[static_cast<std::size_t>(info.step)].title,
                                   info.path, axes_words(canvas.run(), canvas.run().trace.find(info.path).layout)};
    if (const std::string sharing = sharing_words(canvas.run(), info, canvas.state.selection.head); !sharing.empty())
        lines.push_back("keys and values " + sharing + ", which share them");
    if (const std::string altered = alteration_words(canvas.run(), info.path); !altered.empty()) lines.push_back(altered);
    if (lacks_gradient(canvas.state, info)) lines.push_back(why_no_gradient(canvas.run(), info));
    if (const FoundGradient* found = shown_finding(canvas, info.path)) {
        lines.push_back(finding_title(canvas.run(), *found));
        lines.push_back(finding_words(canvas.run(), *found));
    }
    canvas.ui.note(std::move(lines));
}

/// Shows a note about one of its cells, beside that cell's row.
void note_cell(const MapCanvas& canvas, const TensorInfo& info, const Index& index, const Rect& row) {
    std::vector<std::string> lines = cell_note(canvas.state, info, index);
    if (const std::string altered = alteration_words(canvas.run(), info.path); !altered.empty()) lines.push_back(altered);
    canvas.ui.note_in_row(std::move(lines), row);
}

/// Shows the note of a hovered tensor, and stores what a click means.
std::optional<HeatmapLayout::Place> point_at(MapCanvas& canvas, const DressedTensor& tensor, const Cells& drawn) {
    const TensorInfo& info = *tensor.info;
    canvas.pick = {.frame = "tensor/" + info.path, .tensor = &info, .cell = std::nullopt, .block = nullptr};
    const auto place = drawn.layout.at(canvas.ui.pointer().position);
    if (!canvas.computed(info)) {
        canvas.ui.note({info.symbol, info.path, "not computed yet at this step"});
        return std::nullopt;
    }
    if (!place || std::min(drawn.layout.pitch_x, drawn.layout.pitch_y) < readable_cell) {
        note_tensor(canvas, info);
        return std::nullopt;
    }
    const Index index = drawn.cells.index(place->row, place->column);
    note_cell(canvas, info, index, drawn.layout.cells(place->row, 0, 1, drawn.cells.columns()));
    if (std::min(drawn.layout.pitch_x, drawn.layout.pitch_y) < clickable_cell) return std::nullopt;
    canvas.pick.cell = index;
    return place;
}

}  // namespace

void draw_tensor(MapCanvas& canvas, const DressedTensor& tensor) {
    Ui& ui = canvas.ui;
    if (!ui.sees(tensor.outer)) {
        if (!tensor.tensor->is_input) ui.out_of_sight(tensor.tensor->anchor);
        return;
    }
    const Cells drawn = draw_cells(canvas, *tensor.info, tensor.plane, tensor.area, canvas.detail.operations);
    const Interaction does = ui.tensor(tensor.tensor->anchor, drawn.layout, drawn.cells);
    const auto pointed = does.hovered ? point_at(canvas, tensor, drawn) : std::nullopt;
    if (does.focused && ui.pointer().activate) canvas.commands.push_back(SelectTensor{tensor.info->path});
    draw_frame(canvas, tensor, does.hovered);
    const std::string sharing = sharing_words(canvas.run(), *tensor.info, canvas.state.selection.head);
    // A rotated key keeps its own note. The key before it already says which heads share it.
    const bool is_rotated = last_name(tensor.info->path).starts_with("rotated_");
    std::string note = sharing.empty() || is_rotated ? tensor.tensor->note : sharing;
    const bool covered = tensor.inner.min.x > canvas.view.min.x || tensor.inner.min.y > canvas.view.min.y;
    if (covered) ui.begin_panning("map/cells", tensor.inner);
    write_in_cells(canvas, tensor, drawn, note);
    if (covered) ui.end_panning();
    const auto head = drawn.picture ? head_columns(canvas, *tensor.info) : std::nullopt;
    if (head) frame_boxes(canvas, drawn, tensor.info->path, std::span(&*head, 1));
    frame_boxes(canvas, drawn, tensor.info->path, canvas.lit);
    if (!tensor.tensor->is_input) frame_row_of_cell(canvas, drawn, tensor.info->path);
    cover_edges(canvas, tensor);
    draw_tensor_title(canvas, tensor, note);
    if (tensor.row_labels) draw_row_labels(canvas, tensor, drawn.layout, pointed ? pointed->row : -1);
    if (tensor.column_labels) draw_column_labels(canvas, tensor, drawn.layout, pointed ? pointed->column : -1);
    if (!pointed) return;
    const Rect cell = drawn.layout.cell(pointed->row, pointed->column);
    ui.frame(cell.inset(-1), ui.theme.text, 2, 1.5f);
}

void draw_thumbnail(MapCanvas& canvas, const Thumbnail& thumbnail, const std::string& anchor, float opacity) {
    Ui& ui = canvas.ui;
    const TensorInfo& info = *thumbnail.info;
    const Cells drawn = draw_cells(canvas, info, thumbnail.plane, thumbnail.area, opacity);
    const Interaction does = ui.tensor(anchor, drawn.layout, drawn.cells);
    frame_boxes(canvas, drawn, info.path, canvas.lit);
    const Selection& selection = canvas.state.selection;
    const bool chosen = info.path == selection.tensor && (!thumbnail.head || *thumbnail.head == selection.head);
    if (does.focused && ui.pointer().activate) {
        if (thumbnail.head) canvas.commands.push_back(SelectHead{*thumbnail.head});
        canvas.commands.push_back(SelectTensor{info.path});
    }
    if (chosen || does.hovered) {
        ui.frame(drawn.layout.area.inset(-2.5f), faded(chosen ? ui.theme.accent : ui.theme.dim, opacity), 3, chosen ? 1.5f : 1.2f);
    }
    if (!does.hovered) return;
    point_at(canvas, {.tensor = nullptr, .info = &info, .plane = thumbnail.plane, .area = thumbnail.area, .outer = {}}, drawn);
    canvas.pick.head = thumbnail.head;
}

}  // namespace vitrine
