/// All of the model, small, in a corner of the canvas: where in it one is, and a way to elsewhere.

#include <algorithm>

#include "app/views/map/commands.h"
#include "app/views/map/parts.h"

namespace vitrine {

namespace {

/// The whole map drawn so small that the horizontal and the vertical scale differ.
struct SmallWorld {
    WorldRect whole;
    Rect room;

    ImVec2 spot(WorldPoint point) const {
        const double across = static_cast<double>(room.width()) / whole.width(),
                     down = static_cast<double>(room.height()) / whole.height();
        return {room.min.x + static_cast<float>((point.x - whole.min.x) * across),
                room.min.y + static_cast<float>((point.y - whole.min.y) * down)};
    }
    Rect area(const WorldRect& rect) const { return {spot(rect.min), spot(rect.max)}; }
    WorldPoint point(ImVec2 at) const {
        return {whole.min.x + static_cast<double>((at.x - room.min.x) / room.width()) * whole.width(),
                whole.min.y + static_cast<double>((at.y - room.min.y) / room.height()) * whole.height()};
    }
};

void draw_small_blocks(const MapCanvas& canvas, const SmallWorld& world) {
    Ui& ui = canvas.ui;
    for (const MapLayer& layer : canvas.layout.layers) ui.fill(world.area(layer.area), ui.theme.raised, 2);
    for (const MapBlock& placed : canvas.layout.blocks) {
        const Block& block = canvas.layout.outline_block(placed);
        Rect area = world.area(placed.area);
        area.max.y = std::max(area.max.y, area.min.y + 1);
        const bool selected = std::ranges::count(block.tensors, canvas.state.selection.tensor) > 0;
        ui.fill(area, faded(colour_of(block.role, ui.theme), 0.75f), 1);
        if (selected) ui.frame(area.inset(-1), ui.theme.accent, 2, 2);
    }
}

/// What of the world the canvas shows.
Rect seen_area(const MapCanvas& canvas, const SmallWorld& world) {
    const CanvasSize size{static_cast<double>(canvas.view.width()), static_cast<double>(canvas.view.height())};
    const Rect seen = world.area({to_world(canvas.camera, size, {0, 0}), to_world(canvas.camera, size, {size.width, size.height})});
    const ImVec2 middle = seen.centre();
    constexpr float least = 6;
    const float x = std::max(least, seen.width()) / 2, y = std::max(least, seen.height()) / 2;
    return Rect{{middle.x - x, middle.y - y}, {middle.x + x, middle.y + y}}.intersection(world.room.inset(-4));
}

}  // namespace

bool shows_overview(const MapCanvas& canvas) {
    constexpr float least_width = 720, least_height = 560;
    if (!canvas.state.menu.empty()) return false;  // a drop-down is the only thing that floats
    return canvas.view.width() >= least_width && canvas.view.height() >= least_height &&
           !sees_everything(canvas.state.of<MapView>());
}

void draw_overview(MapCanvas& canvas) {
    if (!shows_overview(canvas)) return;
    constexpr float width = 112, height = 128, margin = 12, padding = 8;
    Ui& ui = canvas.ui;
    const ImVec2 corner{canvas.view.max.x - margin - width, canvas.view.max.y - margin - height};
    const Rect area = rect_at(corner, width, height);
    ui.begin_floating(area);
    const Interaction does = ui.control("map/overview", area);
    ui.fill(area, ui.theme.panel, metrics::radius_large);
    ui.frame(area, does.hovered ? ui.theme.dim : ui.theme.line, metrics::radius_large);
    const SmallWorld world{canvas.layout.whole, area.inset(padding)};
    draw_small_blocks(canvas, world);
    ui.frame(seen_area(canvas, world), ui.theme.text, 2, 1.2f);
    ui.end_floating();
    if (does.hovered) ui.note({"the whole model; click to move the view"});
    if (!does.clicked && !(does.held && ui.pointer().dragging)) return;
    MapCamera there = resting_camera(canvas.state.of<MapView>());
    there.centre = world.point(ui.pointer().position);
    canvas.commands.push_back(MoveMap{there, does.clicked ? Motion::eased : Motion::at_once});
}

}  // namespace vitrine
