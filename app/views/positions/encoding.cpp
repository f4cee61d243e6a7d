/// An encoding as a picture: a row per position, a column per feature.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/run/positions.h"
#include "app/views/positions/commands.h"
#include "app/views/positions/parts.h"
#include "app/widgets/legend.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/tensor_view.h"
#include "app/words/alterations.h"
#include "core/listing/cell_text.h"

namespace vitrine {

namespace {

constexpr float picture_above = 39;  ///< of the cells, with the frame around them

std::string name_of(PositionKind kind) { return kind == PositionKind::learned ? "learned" : "sinusoidal"; }

/// Words and numbers where the sentence has words, numbers alone behind it.
Labels row_labels(const PositionsScene& scene) {
    return {std::min(scene.positions, scene.words.count()),
            [words = scene.words](Size position) { return fmt::format("{}  {}", words[position], position); }};
}

/// Whether this cell is selected in the run.
bool is_selected(PositionKind kind, const PositionsScene& scene) {
    const Selection& selection = scene.state.selection;
    return kind == scene.own && selection.cell && selection.tensor == positions_tensor(scene.view().side);
}

void note_cell(Ui& ui, PositionKind kind, const Index& cell, const PositionTable& table, const Rect& beside,
               const PositionsScene& scene) {
    const auto [position, feature] = std::pair{cell[0], cell[1]};
    std::vector<std::string> lines{signed_number(static_cast<double>(table.encoding.at(cell)), ElementType::scalar),
                                   fmt::format("{}, dimension {}", position_note(position, scene), feature),
                                   origin_text(kind, position, feature, scene)};
    if (is_recorded(scene.state, kind, position)) {
        const std::string path = positions_tensor(scene.view().side);
        lines.push_back(path + index_text(table.encoding.layout(), cell));
        if (is_changed(scene.run(), path, cell)) lines.push_back("altered");
    }
    ui.note(lines, beside);
}

/// Above this line are the batch's own positions.
void draw_end_of_batch(Ui& ui, const TensorViewOutput& output, const PositionsScene& scene) {
    if (scene.recorded >= scene.positions) return;
    const HeatmapLayout& layout = output.layout;
    const float y = layout.cell(static_cast<int>(scene.recorded), 0).min.y - layout.gap / 2;
    ui.fill({{output.used.min.x, y - 0.5f}, {layout.area.max.x + 3, y + 0.5f}}, ui.theme.text);
}

TensorViewOutput draw_picture(Ui& ui, const Rect& area, const EncodingPlace& place, const PositionTable& table,
                              const PositionsScene& scene) {
    TensorViewInput input;
    input.name = "positions/encoding/" + name_of(place.kind);
    input.cells = {.tensor = view(table.encoding), .generation = table.generation};
    input.style = value_style(ui.theme, static_cast<float>(table.largest));
    constexpr float line = 13;
    if (!place.brief && (area.height() - picture_above) / static_cast<float>(scene.positions) >= line)
        input.row_labels = row_labels(scene);
    input.row_title = "position ↓";
    input.column_title = "dimension →";
    input.frame = ui.theme.residual;
    input.largest_cell = 96;
    input.square = false;
    const Index chosen{scene.view().position, scene.view().feature};
    (is_selected(place.kind, scene) ? input.selected : input.pointed) = chosen;
    const TensorViewOutput output = tensor_view(ui, area, input);
    draw_end_of_batch(ui, output, scene);
    const Rect column = output.layout.cells(0, static_cast<int>(chosen[1]), static_cast<int>(scene.positions), 1);
    ui.frame(column.inset(-1.5f), faded(ui.theme.accent, 0.7f), 2, 1);
    if (output.hovered) note_cell(ui, place.kind, *output.hovered, table, output.used, scene);
    if (output.clicked) scene.commands.push_back(ChoosePosition{(*output.clicked)[0], (*output.clicked)[1]});
    return output;
}

/// The legend of the colours and, beside it or below, the description of the picture.
void draw_caption(Ui& ui, Column& column, PositionKind kind, const PositionTable& table, const PositionsScene& scene) {
    constexpr float width_for_both = 460, legend_width = 168, between = 28;
    const bool beside = column.width() >= width_for_both;
    Column words = beside ? column.from(column.left + legend_width + between) : column;
    column.gap(4);
    legend(ui, column, legend_width, value_style(ui.theme, static_cast<float>(table.largest)));
    if (!beside) words.y = column.y + 10;
    std::string remark = encoding_remark(kind, scene);
    if (!table.finite) remark += " Crosses and triangles: NaN and infinite values.";
    words.paragraph(Font::note, ui.theme.dim, remark);
    column.go_below(column, words);
    column.gap(16);
}

}  // namespace

void draw_encoding(Ui& ui, Column& column, const EncodingPlace& place, const PositionsScene& scene) {
    const auto table = scene.table(place.kind);
    const Rect title = column.line(26, Font::heading, ui.theme.text, encoding_title(place.kind));
    ui.text({title.max.x + 12, title.centre().y}, Font::note, ui.theme.dim, encoding_origin(place.kind, scene),
            {.max_width = column.right - title.max.x - 12, .vertical = VerticalAlign::middle});
    constexpr float highest_row = 24;
    const float lowest_row = scene.positions <= 24 ? 13 : 3.5f;  // few rows have their words
    const auto rows = static_cast<float>(scene.positions);
    const float height = picture_above + rows * std::clamp(place.height / rows, lowest_row, highest_row);
    const TensorViewOutput output = draw_picture(ui, column.row(height), place, *table, scene);
    Column caption{ui, output.layout.area.min.x, column.right, output.used.max.y + 10};
    draw_caption(ui, caption, place.kind, *table, scene);
    column.y = caption.y;
}

}  // namespace vitrine
