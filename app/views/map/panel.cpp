#include <algorithm>
#include <cmath>

#include "app/panel/measures.h"
#include "app/state/selection_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/lit_cells.h"
#include "app/views/map/parts.h"
#include "app/views/map/view.h"

namespace vitrine {

namespace {

constexpr float head_height = 48;

/// 0 before `from`, 1 after `to`.
float ramp(double x, double from, double to) { return static_cast<float>(std::clamp((x - from) / (to - from), 0.0, 1.0)); }

CanvasPoint on_canvas(const Rect& view, ImVec2 point) {
    return {static_cast<double>(point.x - view.min.x), static_cast<double>(point.y - view.min.y)};
}

CanvasSize size_of(const Rect& view) { return {static_cast<double>(view.width()), static_cast<double>(view.height())}; }

/// The framed cells: the selected cell in the accent colour on top, then the cells that it is computed from, each in its own
/// colour, and the cells that use it.
std::vector<LitBox> lit_boxes(const State& state, const Theme& theme) {
    std::vector<LitBox> boxes;
    for (const LitCells& lit : lit_cells(state)) {
        const bool use = lit.part == LitCells::Part::use;
        const Colour colour = use ? faded(theme.text, 0.55f) : colour_of(state.run->info(lit.path)->role, theme);
        boxes.push_back({lit.path, lit.cells.first, lit.cells.last, colour});
    }
    if (state.selection.cell) boxes.push_back({state.selection.tensor, *state.selection.cell, *state.selection.cell, theme.accent});
    return boxes;
}

ImVec2 origin_of(const Ui& ui, const Rect& view, const MapCamera& camera) {
    const double scale = ui.fonts.scale();
    const auto snapped = [&](double x) { return static_cast<float>(std::round(x * scale) / scale); };
    const ImVec2 middle = view.centre();
    return {snapped(middle.x - camera.centre.x * camera.across()), snapped(middle.y - camera.centre.y * camera.zoom)};
}

/// Whether the button went down on the map, and not on something around or above it.
bool pressed_here(const Ui& ui, const Rect& view) {
    const std::string& on = ui.grabbed();
    if (on == "map/overview") return false;
    const bool mine = on.starts_with("map/") || on.starts_with("block/") || on.starts_with("layer/") || on.starts_with("input/") ||
                      on.starts_with("thumbnail/") || on.starts_with("stack/");
    return mine && view.contains(ui.pointer().pressed_at);
}

/// A camera so near that the cells of the tensor at the pointer can be read.
MapCamera reading_camera(const MapCanvas& canvas, const MapView& map) {
    constexpr double cell = 44;
    const double wanted = cell / canvas.layout.find_tensor(canvas.pick.tensor->path).tensor->cell;
    return zoomed_at(canvas.camera, map.canvas, on_canvas(canvas.view, canvas.ui.pointer().position), wanted / canvas.camera.zoom);
}

/// A block's result. For an attention it is the output, although its card shows the weights.
const std::string& result_of(const Run& run, const Block& block) {
    if (block.role != Role::attention) return block.output;
    return run.outline().steps[static_cast<std::size_t>(block.first_step + block.step_count - 1)].result;
}

/// Handles a double click, which frames the thing at the pointer. If a tensor is already framed, it shows the tensor's numbers.
void open_pick(MapCanvas& canvas, const MapView& map) {
    const MapPick& pick = canvas.pick;
    if (pick.block) canvas.commands.push_back(SelectTensor{result_of(canvas.run(), *pick.block)});
    const bool in_frame = pick.tensor && pick.frame.starts_with("tensor/") && place_of(map) == pick.frame;
    if (in_frame && canvas.length(canvas.layout.find_tensor(pick.tensor->path).tensor->cell) < metrics::number_cell) {
        canvas.commands.push_back(MoveMap{reading_camera(canvas, map), Motion::eased});
    } else {
        canvas.commands.push_back(FrameMap{pick.frame});
    }
}

void choose_pick(const MapCanvas& canvas) {
    const MapPick& pick = canvas.pick;
    if (pick.cell) {
        canvas.commands.push_back(SelectCell{pick.tensor->path, *pick.cell});
    } else if (pick.tensor) {
        if (pick.head) canvas.commands.push_back(SelectHead{*pick.head});
        canvas.commands.push_back(SelectTensor{pick.tensor->path});
    } else if (pick.block && canvas.run().outline().block_of(canvas.state.step).id != pick.block->id) {
        const Step& first = canvas.run().outline().steps[static_cast<std::size_t>(pick.block->first_step)];
        canvas.commands.push_back(SelectTensor{first.result});
    }
}

void follow_pointer(MapCanvas& canvas, const Interaction& ground, const MapView& map) {
    const Pointer& pointer = canvas.ui.pointer();
    if (ground.hovered && pointer.wheel != 0) {
        constexpr double notch = 1.2;
        const MapCamera nearer =
            zoomed_at(canvas.camera, map.canvas, on_canvas(canvas.view, pointer.position), std::pow(notch, pointer.wheel));
        // At the limits of the zoom, the camera stays in place instead of sliding along.
        const double zoom = within_limits(map, nearer).zoom;
        canvas.commands.push_back(
            MoveMap{zoomed_at(canvas.camera, map.canvas, on_canvas(canvas.view, pointer.position), zoom / canvas.camera.zoom)});
    }
    if (ground.hovered && pointer.double_clicked) return open_pick(canvas, map);
    if (canvas.state.of<MapView>().dragged && !pointer.down) canvas.commands.push_back(LetMapGo{});
    if (!pressed_here(canvas.ui, canvas.view)) return;
    if (pointer.dragging && (pointer.dragged.x != 0 || pointer.dragged.y != 0)) {
        canvas.commands.push_back(MoveMap{panned(canvas.camera, {pointer.dragged.x, pointer.dragged.y}), Motion::at_once, true});
    } else if (pointer.released && pointer.clicks == 1 && !pointer.dragging && ground.hovered) {
        choose_pick(canvas);
    }
}

/// What is framed from the background: the half of the map at the pointer, or the whole.
std::string frame_of_ground(const MapCanvas& canvas) {
    const auto holds = [&](const WorldRect& area) { return canvas.on_screen(area).contains(canvas.ui.pointer().position); };
    return holds(canvas.layout.encoder) ? "encoder" : holds(canvas.layout.decoder) ? "decoder" : "";
}

/// Draws a hint about the pointer, if nothing else is in its place.
void draw_hint(const MapCanvas& canvas) {
    Ui& ui = canvas.ui;
    const char* words = is_narrow(ui.size()) ? "pinch or wheel zooms · drag moves · double tap opens"
                                             : "wheel zooms · drag moves · double-click opens";
    const Rect place{{canvas.view.max.x - ui.width_of(Font::label, words) - 20, canvas.view.max.y - 28},
                     {canvas.view.max.x, canvas.view.max.y}};
    const auto covers = [&](const WorldRect& area) { return !canvas.on_screen(area).intersection(place).empty(); };
    if (shows_overview(canvas) || place.min.x < canvas.view.min.x || covers(canvas.layout.encoder) || covers(canvas.layout.decoder))
        return;
    ui.text({place.min.x, place.centre().y}, Font::label, ui.theme.faint, words, {.vertical = VerticalAlign::middle});
}

}  // namespace

MapDetail detail_at(double zoom) {
    // The transitions are short, so that the zoom hardly ever stays within one.
    return {.layers = 1 - ramp(zoom, 0.124, 0.127),
            .blocks = ramp(zoom, 0.127, 0.130),
            .cards = 1 - ramp(zoom, 0.422, 0.425),
            .operations = ramp(zoom, 0.425, 0.428)};
}

bool MapCanvas::computed(const TensorInfo& info) const {
    if (!state.transport.hides_later_steps() || state.of<Learning>().playing) return true;
    if (state.phase == Phase::forward) return info.step <= state.step;
    const auto made = film_of(run()).place_of_gradient(info.path);
    return shows_values(state.aspect) || !made || *made <= film_place(state);
}

Part part_in_step(const MapCanvas& canvas, const std::string& path) {
    if (canvas.state.phase == Phase::update) return Part::none;
    if (const BackwardStep* backward = canvas.backward()) {
        if (std::ranges::find(backward->makes, path, &MadeGradient::path) != backward->makes.end()) return Part::output;
        return std::ranges::count(backward->reads, path) ? Part::input : Part::none;
    }
    if (std::ranges::count(canvas.step().outputs, path)) return Part::output;
    return std::ranges::count(canvas.step().inputs, path) ? Part::input : Part::none;
}

void draw_map(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run || !state.of<MapView>().layout) return;
    const Rect view{{area.min.x, area.min.y + head_height}, area.max};
    if (view.empty()) return;
    MapView map = state.of<MapView>();
    map.canvas = size_of(view);
    if (map.canvas != state.of<MapView>().canvas) commands.push_back(SetCanvas{map.canvas});
    draw_map_head(ui, {area.min, {area.max.x, view.min.y}}, state, commands);

    const MapCamera camera = camera_of(map);
    MapCanvas canvas{.ui = ui,
                     .state = state,
                     .commands = commands,
                     .layout = *map.layout,
                     .view = view,
                     .camera = camera,
                     .detail = detail_at(camera.zoom),
                     .origin = origin_of(ui, view, camera),
                     .lit = lit_boxes(state, ui.theme)};
    ui.begin_panning("map", view);
    const Interaction ground = ui.control("map/canvas", view);
    canvas.pick.frame = frame_of_ground(canvas);
    draw_layer_frames(canvas);
    draw_flows(canvas);
    draw_layer_cards(canvas);
    draw_blocks(canvas);
    draw_headings(canvas);
    draw_feet(canvas);
    draw_hint(canvas);
    draw_overview(canvas);
    ui.end_panning();
    follow_pointer(canvas, ground, map);
}

}  // namespace vitrine
