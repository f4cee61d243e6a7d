/// Draws the picture of one plane: all of it, or the part that can be read.

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/run/request.h"
#include "app/state/selection_commands.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/parts.h"
#include "app/widgets/cell_text.h"
#include "app/widgets/controls.h"
#include "app/words/next_word.h"

namespace vitrine {

namespace {

const ImVec2 readable_cell{46, 30};

Labels labels_of(const State& state, const ShownTensor& shown, int axis) {
    if (axis < 0) return {1, [](Size) { return " "; }};  // a single row has no number
    const Layout& layout = shown.layout();
    if (shown.alone && layout.axes[static_cast<std::size_t>(axis)] == Axis::output)
        return Labels::numbers(layout.shape[static_cast<std::size_t>(axis)]);
    return plane_labels(*state.run, shown.info, shown.axes.plane, axis);
}

/// The position of the window of readable cells: where the user has moved it or, if a cell was just selected, over that cell.
CellWindow window_of(const State& state, const ShownTensor& shown, const HeatmapCells& cells, const CellRoom& room) {
    const auto [row, column] = state.of<TensorsView>().corner;
    CellWindow window{static_cast<int>(row), static_cast<int>(column), readable_cell};
    const auto selected =
        state.reveal.contains("tensors/cell") ? place_of(cells, shown.in_part(state.selection.cell)) : std::nullopt;
    const auto over = [](int first, int place, int count) {
        return place < first ? place : place >= first + count ? place - count + 1 : first;
    };
    if (selected) {
        window.row = over(window.row, selected->row, room.rows);
        window.column = over(window.column, selected->column, room.columns);
    }
    window.row = std::clamp(window.row, 0, std::max(0, cells.rows() - room.rows));
    window.column = std::clamp(window.column, 0, std::max(0, cells.columns() - room.columns));
    return window;
}

/// Draws all cells, small, with a frame around the part that is shown large. Dragging moves the frame.
void draw_overview(Ui& ui, const Rect& area, const TensorViewInput& input, const CellRoom& room, TensorsScene& scene) {
    const HeatmapLayout layout = add_heatmap(ui.list, ui.heatmaps, area, input.cells, input.style);
    const Interaction does =
        ui.control(scene.shown.aspect == Aspect::gradient ? "tensors/overview-of-gradient" : "tensors/overview", area);
    ui.frame(area.inset(-2), does.hovered ? ui.theme.dim : ui.theme.line, 3);
    const CellWindow& window = *input.window;
    ui.frame(layout.cells(window.row, window.column, room.rows, room.columns).inset(-2), ui.theme.text, 3, 2);
    if (does.hovered && !does.held) ui.note({"all rows and columns", "drag the frame to the part you want to read"});
    if (!does.held) return;
    const auto first = [](float along, int count, int shown) {
        const int middle = static_cast<int>(std::clamp(along, 0.0f, 1.0f) * static_cast<float>(count));
        return std::clamp(middle - shown / 2, 0, std::max(0, count - shown));
    };
    const ImVec2 at = ui.pointer().position;
    const int row = first((at.y - area.min.y) / area.height(), layout.rows, room.rows);
    const int column = first((at.x - area.min.x) / area.width(), layout.columns, room.columns);
    if (row != window.row || column != window.column) scene.commands.push_back(SetCorner{row, column});
}

/// The area of a plane's overview, and the rest for the enlarged part.
struct OverviewPlace {
    Rect overview, rest;
};

/// The overview of a wide plane is above the enlarged part; that of any other plane is on its right if there is room.
OverviewPlace place_overview(const Rect& area, const HeatmapCells& cells) {
    constexpr float least = 14, most_high = 72, most_wide = 160, gap = 12, wide = 4, narrow = 480;
    const auto rows = static_cast<float>(cells.rows()), columns = static_cast<float>(cells.columns());
    if (columns > wide * rows || area.width() < narrow) {
        const float height = std::clamp(std::round(area.width() * rows / columns), least, most_high);
        const Rect overview = rect_at({area.min.x + 2, area.min.y + 10}, area.width() - 4, height);
        return {overview, {{area.min.x, overview.max.y + gap}, area.max}};
    }
    const float cell = std::min(most_wide / columns, (area.height() - 12) / rows);
    const float width = std::max(least, cell * columns), height = std::max(least, cell * rows);
    const Rect overview = rect_at({area.max.x - width - 2, area.min.y + 12}, width, height);
    return {overview, {{area.min.x, area.min.y - 14}, {overview.min.x - gap, area.max.y}}};
}

std::vector<Segment> zoom_segments() {
    std::vector<Segment> segments;
    for (const TensorsChoice& zoom : zooms())
        segments.push_back({"tensors/zoom/" + std::string(zoom.name), std::string(zoom.label), zoom.tip});
    return segments;
}

/// Draws whole | numbers at the right end of a line.
void draw_zooms(Ui& ui, ImVec2 end, const TensorsScene& scene) {
    const std::vector<Segment> segments = zoom_segments();
    const int selected = static_cast<int>(scene.state.of<TensorsView>().zoom);
    if (const auto clicked = segmented(ui, {end.x - segmented_width(ui, segments), end.y}, segments, selected, ui.theme.dim))
        scene.commands.push_back(SetZoom{static_cast<Zoom>(*clicked)});
}

/// Whether there is room for the names of both axes on the same line.
bool titles_fit(const Ui& ui, const Column& column, const TensorViewInput& input) {
    constexpr float gaps = 48;
    const float titles = ui.width_of(Font::label, input.row_title) + ui.width_of(Font::label, input.column_title);
    return titles + gaps + segmented_width(ui, zoom_segments()) <= column.width();
}

}  // namespace

TensorViewInput tensors_input(const State& state, const ShownTensor& shown, const PlanePicture& picture, const Theme& theme) {
    const Run& run = *state.run;
    const Plane& plane = shown.axes.plane;
    TensorViewInput input;
    input.cells = picture.cells;
    input.style = picture.style;
    input.row_labels = labels_of(state, shown, plane.row_axis);
    input.column_labels = labels_of(state, shown, plane.column_axis);
    if (plane.row_axis >= 0) input.row_title = shown_axis_title(run, shown, plane.row_axis, "↓");
    input.column_title = shown_axis_title(run, shown, plane.column_axis, "→");
    if (!shown.alone) {
        input.row_bands = bands_along(run, shown.info, plane.row_axis, theme);
        input.column_bands = bands_along(run, shown.info, plane.column_axis, theme);
    }
    const Layout layout = shown.layout();
    const int batch = layout.find(Axis::batch);
    if (goes_on_along(layout, shown.info, plane.row_axis) && batch != plane.column_axis) {
        const NextWordLabels next = next_word_labels(run, plane.fixed[static_cast<std::size_t>(batch)]);
        input.row_ends = next.words, input.row_ends_title = next.title;
    }
    if (shown.info.role == Role::tokens || shown.info.path == "predictions") input.words = token_words(run, shown.info);
    if (shown.info.path == state.selection.tensor) input.selected = shown.in_part(state.selection.cell);
    input.often_small = !shows_values(shown.aspect);
    input.frame = colour_of(shown.alone ? shown.alone->role : shown.info.role, theme);
    constexpr float least = 14, single = 44, word = 64;
    input.least_cell = {input.words.empty() ? least : word, plane.row_axis < 0 || picture.cells.rows() == 1 ? single : least};
    return input;
}

TensorViewOutput draw_tensors_plane(Ui& ui, const Rect& area, TensorViewInput input, const ShownTensor& shown,
                                    TensorsScene& scene) {
    const TensorViewOutput output = tensor_view(ui, area, input);
    scene.drawn.push_back({input.name, input.cells, output.layout, output.grid});
    scene.smaller_side = std::min(output.layout.pitch_x, output.layout.pitch_y) - output.layout.gap;
    if (output.hovered)
        scene.pointed = {shown.layout(), *output.hovered, shown.in_whole(*output.hovered), shown.info.path, input.name};
    if (output.clicked) scene.commands.push_back(SelectCell{shown.info.path, shown.in_whole(*output.clicked)});
    return output;
}

void draw_tensors_picture(Ui& ui, Column& column, float height, TensorsScene& scene) {
    constexpr float gap = 12;
    const PlanePicture picture = tensors_picture(scene.state, scene.shown, scene.shown.axes.plane, ui.theme);
    TensorViewInput input = tensors_input(scene.state, scene.shown, picture, ui.theme);
    input.largest_cell = 80;
    input.name = picture_anchor(scene.shown.info.path, scene.shown.aspect);
    const Rect whole = rect_at(column.corner(), column.width(), height);
    const auto draw = [&](const Rect& area) {
        column.y = draw_tensors_plane(ui, area, std::move(input), scene.shown, scene).used.max.y + gap;
    };
    const bool small = fitting_cell(ui, whole, input) < metrics::number_cell;
    if (!small) return draw(whole);
    if (scene.first) draw_zooms(ui, {whole.max.x, whole.min.y}, scene);
    const float below = whole.min.y + 24;
    if (scene.state.of<TensorsView>().zoom == Zoom::fit)
        return draw({{whole.min.x, below + (titles_fit(ui, column, input) ? -14.0f : 6.0f)}, whole.max});
    auto [overview, rest] = place_overview({{whole.min.x, below}, whole.max}, picture.cells);
    rest.max.y = std::max(rest.max.y, rest.min.y + 3 * readable_cell.y + 40);
    const CellRoom room = room_for_cells(ui, rest, input, readable_cell);
    input.window = window_of(scene.state, scene.shown, picture.cells, room);
    if (input.window->row != scene.state.of<TensorsView>().corner[0] ||
        input.window->column != scene.state.of<TensorsView>().corner[1])
        scene.commands.push_back(SetCorner{input.window->row, input.window->column});
    draw_overview(ui, overview, input, room, scene);
    draw(rest);
    column.y = std::max(column.y, overview.max.y + gap);
}

}  // namespace vitrine
