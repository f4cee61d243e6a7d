/// Draws a mask as an equation of pictures: padding, the same for every query, ∧ the causal triangle = the mask of the attention.
/// A mask that the run leaves out is drawn pale, next to the equation.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/views/masks/parts.h"
#include "app/views/masks/words.h"
#include "app/widgets/controls.h"
#include "app/widgets/label_width.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

namespace {

constexpr float caption_height = 24, labels_height = 36, sign_room = 48, and_height = 44, least_cell = 2, narrowest_part = 262;

constexpr const char* not_used = "left out";

/// A picture of the equation, or of a mask that is left out.
struct MaskPicture {
    MaskKind thing;
    HeatmapCells cells;
    std::string anchor, caption, remark;
    Labels row_labels;
    bool left_out = false;
    float ends = 0;  ///< the room for the words after those of its rows
};

/// The width of row labels, as tensor_view() places them.
float row_labels_width(const Ui& ui, const Labels& labels) {
    constexpr float widest = 92, room = 11;
    const float number = ui.width_of(Font::label, std::string(std::to_string(labels.count() - 1).size(), '0')) + 1;
    return std::min(std::max(number, widest_of(ui, Font::label, labels)), widest) + room;
}

/// The room for the words after those of the rows; 0 if it would take too large a share of `room`.
float row_ends_width(const Ui& ui, const MaskScene& scene, float room) {
    constexpr float gap = 12, share = 0.2f;
    if (scene.next.words.empty()) return 0;
    const float width = std::max(widest_of(ui, Font::label, scene.next.words), ui.width_of(Font::label, scene.next.title)) + gap;
    return width <= share * room ? width : 0;
}

/// The labels with one for all rows in front. The column of labels is then as wide as with separate rows.
Labels row_labels(const MaskScene& scene) {
    LabelsIdentity identity = scene.asking.identity();
    ++identity.count;
    return {identity, [asking = scene.asking](Size row) { return row == 0 ? "all" : asking[row - 1]; }};
}

MaskPicture padding_picture(const MaskScene& scene) {
    const bool target = scene.of_target();
    const MaskTensor& row = scene.parts.padding(scene.place.kind);
    const bool on_queries = scene.regime().design.padding_on_queries;
    const std::string name(mask_info(target ? MaskKind::target_padding : MaskKind::source_padding).name);
    HeatmapCells cells{.tensor = view(row), .row_axis = 2, .column_axis = 3, .generation = scene.parts.generation};
    cells.fixed[0] = scene.sentence();
    cells.mask = cells.tensor;
    return {target ? MaskKind::target_padding : MaskKind::source_padding,
            cells,
            "masks/part/" + name,
            !scene.run().has_both_stacks()                                       ? "Padding"
            : target || (on_queries && scene.place.kind == AttentionKind::cross) ? "Target padding"
                                                                                 : "Source padding",
            !has_padding(scene.run(), scene.place.kind) ? "the model has none"
            : !scene.regime().design.padding_mask       ? not_used
            : on_queries ? fmt::format("{} × {}, by query: the wrong axis", row.size(2), row.size(3))
                         : fmt::format("1 × {}, for every query", row.size(3)),
            on_queries ? scene.asking : row_labels(scene),
            !masks_in_use(scene.run(), scene.place.kind).padding};
}

MaskPicture causal_picture(const MaskScene& scene) {
    const std::optional<Size> window = window_of(scene.run(), scene.place);
    const MaskTensor& triangle = scene.parts.causal.at(window);
    HeatmapCells cells{.tensor = view(triangle), .row_axis = 2, .column_axis = 3, .generation = scene.parts.generation};
    cells.mask = cells.tensor;
    return {MaskKind::causal,
            cells,
            "masks/part/causal",
            "Causal",
            scene.run().regime.design.causal_mask
                ? fmt::format("{} × {}, {}", triangle.size(2), triangle.size(3), causal_rule(window))
                : not_used,
            scene.asking,
            !scene.regime().design.causal_mask};
}

MaskPicture combined_picture(const MaskScene& scene) {
    const MaskTensor& mask = scene.numbers.mask;
    HeatmapCells cells{.tensor = view(mask), .row_axis = 2, .column_axis = 3, .generation = scene.run().generation};
    cells.fixed[0] = scene.sentence();
    cells.mask = cells.tensor;
    return {scene.of_target() ? MaskKind::target : MaskKind::source_padding,
            cells,
            "tensor/" + mask_tensor(scene.state),
            !scene.run().has_both_stacks() ? "The mask"
            : scene.of_target()            ? "The target mask"
                                           : "The source mask",
            fmt::format("{} × {}, {}", mask.size(2), mask.size(3), scene.is_tests_run() ? "in the test's run" : "as recorded"),
            scene.asking};
}

void answer_pointer(Ui& ui, const MaskScene& scene, const MaskPicture& picture, const TensorViewOutput& output) {
    const bool recorded = picture.anchor.starts_with("tensor/");
    const auto pair_at = [&](const Index& cell) {
        return TokenPair{picture.cells.rows() > 1 || recorded ? cell[2] : scene.pair.tokens.query, cell[3]};
    };
    if (output.hovered) {
        const TokenPair pair = pair_at(*output.hovered);
        ui.note(recorded ? mask_note(scene.run(), scene.cell(pair)) : mask_part_note(scene.run(), picture.thing, scene.cell(pair)),
                output.used);
    }
    if (output.clicked) scene.choose(pair_at(*output.clicked));
}

/// Draws a single row of very many cells, which are higher than wide, since square ones would make a hairline.
TensorViewOutput draw_thin_row(Ui& ui, const Rect& grid, const TensorViewInput& input) {
    TensorViewOutput output;
    output.layout = add_heatmap(ui.list, ui.heatmaps, grid, input.cells, input.style);
    const Interaction does = ui.tensor(input.name, output.layout, input.cells);
    ui.frame(grid.inset(-3), input.frame, metrics::radius, 1.5f);
    const float y = grid.min.y - 20;
    ui.text({grid.min.x, y}, Font::label, ui.theme.faint, input.column_title);
    ui.text({grid.min.x - 8, grid.centre().y}, Font::label, ui.theme.dim, input.row_labels[0],
            {.align = Align::right, .vertical = VerticalAlign::middle});
    const auto& marked = input.selected ? input.selected : input.pointed;
    const Rect cell = output.layout.cell(0, static_cast<int>((*marked)[3]));
    ui.frame(cell.inset(-2), input.selected ? ui.theme.accent : ui.theme.text, 2, 2);
    const auto hovered = does.hovered ? output.layout.at(ui.pointer().position) : std::nullopt;
    if (hovered) output.hovered = input.cells.index(hovered->row, hovered->column);
    if (hovered && does.clicked) output.clicked = output.hovered;
    output.used = grid;
    return output;
}

/// The style of a mask that is left out.
HeatmapStyle pale(HeatmapStyle style, const Theme& theme) {
    style.plus = mixed(theme.canvas, style.plus, 0.25f);
    return style;
}

/// Draws a picture with its caption, downwards from at.y. The picture's grid begins at at.x and is at most as large as `room`.
/// Returns the grid.
Rect draw_picture(Ui& ui, ImVec2 at, const MaskScene& scene, const MaskPicture& picture, ImVec2 room) {
    const float labels = row_labels_width(ui, picture.row_labels), left = at.x - labels;
    const bool shown = scene.state.of<MasksView>().shown == picture.thing;
    const Colour caption_colour = shown ? ui.theme.accent : picture.left_out ? ui.theme.dim : ui.theme.text;
    const Rect caption = ui.text({left, at.y}, Font::body_strong, caption_colour, picture.caption);
    ui.text({caption.max.x + 8, at.y + 1}, Font::note, ui.theme.dim, picture.remark);
    TensorViewInput input;
    input.name = picture.anchor;
    input.cells = picture.cells;
    input.style = picture.left_out ? pale(mask_style(ui.theme), ui.theme) : mask_style(ui.theme);
    input.row_labels = picture.row_labels;
    input.column_labels = scene.answering;
    if (picture.ends > 0) input.row_ends = scene.next.words, input.row_ends_title = scene.next.title;
    input.row_title = "query ↓";
    input.column_title = "key →";
    input.frame = shown ? ui.theme.accent : picture.left_out ? ui.theme.line : ui.theme.attention;
    input.largest_cell = 110;
    Index pointed = picture.cells.fixed;
    pointed[2] = picture.cells.rows() > 1 || picture.anchor.starts_with("tensor/") ? scene.pair.tokens.query : 0;
    pointed[3] = scene.pair.tokens.key;
    (scene.pair.chosen ? input.selected : input.pointed) = pointed;
    const Rect area{{left, at.y + caption_height},
                    {at.x + room.x + picture.ends + 3, at.y + caption_height + labels_height + room.y + 3}};
    constexpr float thin = 10, thin_height = 14;
    const bool is_thin = picture.cells.rows() == 1 && room.y < thin;
    const TensorViewOutput output =
        is_thin ? draw_thin_row(ui, rect_at({at.x, area.min.y + 24}, room.x, thin_height), input) : tensor_view(ui, area, input);
    answer_pointer(ui, scene, picture, output);
    return output.layout.area;
}

Rect draw_sign(Ui& ui, ImVec2 centre, std::string_view sign) {
    return ui.text(centre, Font::title, ui.theme.text, sign, {.align = Align::centre, .vertical = VerticalAlign::middle});
}

/// The size of square cells that fit in width and, unless they would become too small, in height; at most `largest`.
float cell_within(ImVec2 room, float rows, float columns, float largest) {
    const float across = room.x / columns;
    const float cell = std::max(std::min({across, room.y / rows, largest}), std::min(across, least_cell));
    return on_pixels(cell);
}

/// Where the pictures of the equation are, and how large their cells are. If two do not fit side by side, the result is below the
/// operands.
struct EquationMeasures {
    bool beside = false;
    float left_grid = 0, right_grid = 0, part_cell = 0, whole_cell = 0, left_width = 0, ends = 0;
};

/// The number of rows in the padding's picture: one for all queries or, on the wrong axis, one for each.
float padding_rows(const MaskScene& scene) { return static_cast<float>(scene.parts.padding(scene.place.kind).size(2)); }

EquationMeasures measure(const Ui& ui, const Column& column, float height, const MaskScene& scene) {
    constexpr float width_for_both = 590, border = 6, height_below = 400;
    const auto keys = static_cast<float>(scene.answering.count()), queries = static_cast<float>(scene.asking.count());
    EquationMeasures m;
    m.beside = column.width() >= width_for_both;
    if (!m.beside) height = std::max(height, height_below);
    const float labels = row_labels_width(ui, scene.asking);
    const float part_labels = row_labels_width(ui, row_labels(scene));
    const float room = column.width() - part_labels - border;
    const float share = std::max(0.42f * (room - labels - sign_room), narrowest_part - part_labels);
    const float part_room = m.beside ? share : room;
    const float around = scene.of_target() ? 2 * (caption_height + labels_height) + and_height : caption_height + labels_height;
    const float part_rows = padding_rows(scene) + (scene.of_target() ? queries : 0);
    m.part_cell = cell_within({part_room, height - around}, part_rows, keys, 60);
    m.left_width = std::max(m.part_cell * keys, narrowest_part - part_labels);
    m.left_grid = column.left + part_labels;
    m.right_grid = m.beside ? m.left_grid + m.left_width + sign_room + labels : column.left + labels;
    // At least as high as the operands, if those need more than `height`.
    const float parts = around + m.part_cell * part_rows;
    const float whole_height = std::max(height, m.beside ? parts : 0) - caption_height - labels_height;
    m.ends = row_ends_width(ui, scene, column.right - m.right_grid + labels);
    m.whole_cell = cell_within({column.right - m.right_grid - border - m.ends, whole_height}, queries, keys, 110);
    return m;
}

/// Draws the note below a row that is repeated for every query. Returns its lower edge.
float draw_repeated(Ui& ui, const Rect& row, float width, const MaskScene& scene) {
    constexpr float length = 26;
    const int arrows = std::min(static_cast<int>(scene.answering.count()), 12);
    for (int i = 0; i < arrows; ++i) {
        const float x = row.min.x + row.width() * (static_cast<float>(i) + 0.5f) / static_cast<float>(arrows);
        ui.fill({{x - 0.5f, row.max.y + 10}, {x + 0.5f, row.max.y + 6 + length}}, ui.theme.faint);
        arrow_head(ui, {x, row.max.y + 10 + length}, {0, 1}, ui.theme.faint);
    }
    const std::string side =
        scene.run().has_both_stacks() ? std::string(name(side_of_queries(scene.place.kind))) + " " : std::string();
    const Size rows = scene.asking.count();  // tokens, not words: some may be padding
    const std::string text = rows == 1 ? fmt::format("broadcast down: used for the one {}query", side)
                                       : fmt::format("broadcast down: repeated for each of the {} {}queries", rows, side);
    return ui.paragraph({row.min.x, row.max.y + length + 22}, Font::note, ui.theme.dim, text, {.width = width}).max.y;
}

}  // namespace

namespace {

/// The sign between the operands and the mask. Without operands, every cell is 1.
std::string sign_text(const MaskEquation& equation) {
    return equation.operands.empty() ? std::string("1 ") + equation.sign() : equation.sign();
}

MaskPicture picture_of(const MaskScene& scene, MaskKind kind) {
    return kind == MaskKind::causal ? causal_picture(scene) : padding_picture(scene);
}

/// Draws the operands and the masks left out from top to bottom, with a sign between two operands. Returns the last grid.
Rect draw_operands(Ui& ui, ImVec2 at, const MaskScene& scene, const MaskEquation& equation, float cell) {
    std::vector<MaskKind> kinds = equation.operands;
    kinds.insert(kinds.end(), equation.left_out.begin(), equation.left_out.end());
    Rect grid;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const MaskPicture picture = picture_of(scene, kinds[i]);
        if (i > 0 && i < equation.operands.size()) {
            const ImVec2 sign{grid.centre().x, grid.max.y + and_height / 2};
            draw_sign(ui, sign, "∧");
            ui.text({sign.x + 16, sign.y}, Font::note, ui.theme.dim, "and", {.vertical = VerticalAlign::middle});
        }
        const ImVec2 corner{at.x, i > 0 ? grid.max.y + and_height : at.y};
        const auto columns = static_cast<float>(picture.cells.columns()), rows = static_cast<float>(picture.cells.rows());
        grid = draw_picture(ui, corner, scene, picture, {cell * columns, cell * rows});
    }
    return grid;
}

}  // namespace

void draw_mask_equation(Ui& ui, Column& column, float height, const MaskScene& scene) {
    const EquationMeasures m = measure(ui, column, height, scene);
    const MaskEquation equation = mask_equation(scene.run(), scene.place, scene.sentence());
    const auto keys = static_cast<float>(scene.answering.count()), queries = static_cast<float>(scene.asking.count());
    const Rect operands = draw_operands(ui, {m.left_grid, column.y}, scene, equation, m.part_cell);
    const bool is_row = !scene.of_target() && !scene.regime().design.padding_on_queries;
    const float bottom = is_row && !equation.operands.empty() ? draw_repeated(ui, operands, m.left_width, scene) : operands.max.y;
    const float top = m.beside ? column.y : bottom + and_height;
    const ImVec2 room{m.whole_cell * keys, m.whole_cell * queries};
    MaskPicture mask = combined_picture(scene);
    mask.ends = m.ends;
    const Rect whole = draw_picture(ui, {m.right_grid, top}, scene, mask, room);
    const ImVec2 sign = m.beside ? ImVec2{m.left_grid + m.left_width + sign_room / 2, whole.centre().y}
                                 : ImVec2{operands.centre().x, bottom + and_height / 2};
    ui.place("masks/sign", draw_sign(ui, sign, sign_text(equation)));
    column.y = std::max(bottom, whole.max.y) + 22;
}

}  // namespace vitrine
