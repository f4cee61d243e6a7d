#include "app/views/map/state.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr std::string_view tensor_prefix = "tensor/";

bool is_tensor_name(const std::string& what) { return what.starts_with(tensor_prefix); }

/// The named tensor; of several names, the first one.
MapLayout::Placed tensor_of(const MapLayout& layout, const std::string& what) {
    const std::string first = what.substr(0, what.find(' '));
    return layout.find_tensor(first.substr(tensor_prefix.size()));
}

/// The smallest area around several things; nothing if the model lacks one of them.
std::optional<WorldRect> frame_of_all(const MapLayout& layout, const std::string& names) {
    std::optional<WorldRect> all;
    for (std::size_t at = 0; at < names.size();) {
        const std::size_t end = std::min(names.find(' ', at), names.size());
        const std::optional<WorldRect> one = frame_of(layout, names.substr(at, end - at));
        if (!one) return std::nullopt;
        all = !all ? *one
                   : WorldRect{{std::min(all->min.x, one->min.x), std::min(all->min.y, one->min.y)},
                               {std::max(all->max.x, one->max.x), std::max(all->max.y, one->max.y)}};
        at = end + 1;
    }
    return all;
}

/// Margins with room for labels beside a tensor, for the names above encoder and decoder, and some space around larger things.
CanvasMargins margins_of(const MapLayout& layout, const std::string& what, CanvasSize canvas) {
    const double narrow = canvas.width < 600 ? 12 : 24;
    const bool low = canvas.height < 220;
    if (is_tensor_name(what)) return {canvas.width < 600 ? 76.0 : 110.0, low ? 48.0 : 76.0, 40, low ? 12.0 : 48.0};
    if (layout.find_block(what)) return {narrow, 16, narrow, 40};
    if (layout.find_layer(what)) return {narrow, 20, narrow, 36};
    return {narrow, 44, narrow, 36};
}

/// A block is not drawn larger than reading it requires, and a tensor not larger than reading its numbers requires.
double most_zoom_for(const MapLayout& layout, const std::string& what) {
    constexpr double for_blocks = 2.4, cell = 72;
    if (!is_tensor_name(what)) return for_blocks;
    const MapTensor* tensor = tensor_of(layout, what).tensor;
    if (!tensor) return for_blocks;
    return cell / tensor->cell;
}

/// Far out, the whole model is as wide as the canvas allows, but not wider than blocks that are about to unfold.
double breadth_of(const MapView& view) {
    constexpr double before_unfolding = 0.42, margins = 48;
    return std::min(before_unfolding, std::max(1.0, view.canvas.width - margins) / view.layout->whole.width());
}

/// How much of the canvas something takes up, along the side where that is more.
double share_of_canvas(const MapView& view, const MapCamera& camera, const WorldRect& area) {
    return std::max(area.width() * camera.across() / std::max(1.0, view.canvas.width),
                    area.height() * camera.zoom / std::max(1.0, view.canvas.height));
}

/// The smallest thing around the camera's centre that takes up much of the canvas.
std::string place_at(const MapView& view, const MapCamera& camera) {
    constexpr double much = 0.55;
    const MapLayout& layout = *view.layout;
    const auto holds = [&](const WorldRect& area) {
        return area.contains(camera.centre) && share_of_canvas(view, camera, area) >= much;
    };
    for (const MapBlock& placed : layout.blocks) {
        if (!placed.area.contains(camera.centre)) continue;
        for (const MapTensor& tensor : placed.tensors) {
            if (!tensor.is_input && holds(tensor.area)) return std::string(tensor_prefix) + tensor.path;
        }
        if (holds(placed.area)) return layout.outline_block(placed).id;
    }
    for (const MapLayer& layer : layout.layers) {
        if (holds(layer.area)) return layer.id;
    }
    if (camera.zoom > 1.2 * camera_for(view, "").zoom) {
        if (holds(layout.encoder)) return "encoder";
        if (holds(layout.decoder)) return "decoder";
    }
    return "";
}

}  // namespace

std::optional<WorldRect> frame_of(const MapLayout& layout, const std::string& what) {
    if (what.empty()) return layout.whole;
    if (what.find(' ') != std::string::npos) return frame_of_all(layout, what);
    if (what == "encoder" && layout.encoder.width() > 0) return layout.encoder;
    if (what == "decoder" && layout.decoder.width() > 0) return layout.decoder;
    if (const MapLayer* layer = layout.find_layer(what)) return layer->area;
    if (const MapBlock* block = layout.find_block(what)) return block->area;
    const MapTensor* tensor = is_tensor_name(what) ? tensor_of(layout, what).tensor : nullptr;
    return tensor ? std::optional(tensor->area) : std::nullopt;
}

std::string parent_of(const MapLayout& layout, const std::string& what) {
    const auto half = [](Side side) { return side == Side::source ? "encoder" : "decoder"; };
    if (is_tensor_name(what)) {
        const MapBlock* block = tensor_of(layout, what).block;
        return block ? layout.outline_block(*block).id : "";
    }
    if (const MapLayer* layer = layout.find_layer(what)) return half(layer->side);
    const MapBlock* placed = layout.find_block(what);
    if (!placed) return "";
    for (const MapLayer& layer : layout.layers) {
        const int place = static_cast<int>(placed - layout.blocks.data());
        if (place >= layer.first_block && place < layer.first_block + layer.block_count) return layer.id;
    }
    return half(layout.outline_block(*placed).side);
}

std::vector<std::string> path_to(const MapLayout& layout, const std::string& what) {
    std::vector<std::string> path;
    const bool several = what.find(' ') != std::string::npos;  // several things are in what contains the first
    for (std::string at = several ? parent_of(layout, what) : what; !at.empty(); at = parent_of(layout, at)) path.push_back(at);
    path.emplace_back();
    std::reverse(path.begin(), path.end());
    return path;
}

MapCamera camera_for(const MapView& view, const std::string& what) {
    const WorldRect area = frame_of(*view.layout, what).value_or(view.layout->whole);
    return fitted(area, view.canvas, margins_of(*view.layout, what, view.canvas),
                  {most_zoom_for(*view.layout, what), breadth_of(view)});
}

MapCamera resting_camera(const MapView& view) {
    if (!view.layout) return {};
    MapCamera camera = view.free.value_or(camera_for(view, view.framed));
    camera.breadth = breadth_of(view);
    return camera;
}

MapCamera camera_of(const MapView& view) {
    const MapCamera target = resting_camera(view);
    return view.move ? between(view.move->from, target, view.move->elapsed / view.move->seconds) : target;
}

std::string place_of(const MapView& view) {
    if (!view.layout) return "";
    return view.free ? place_at(view, *view.free) : view.framed;
}

bool sees_everything(const MapView& view) {
    if (!view.layout) return true;
    const MapCamera camera = camera_of(view);
    const WorldRect& whole = view.layout->whole;
    const CanvasPoint first = to_canvas(camera, view.canvas, whole.min), last = to_canvas(camera, view.canvas, whole.max);
    return first.x >= 0 && first.y >= 0 && last.x <= view.canvas.width && last.y <= view.canvas.height;
}

std::string outwards(const MapView& view) {
    const MapCamera camera = resting_camera(view);
    std::string what = place_of(view);
    while (!what.empty() && camera_for(view, what).zoom > 0.95 * camera.zoom) what = parent_of(*view.layout, what);
    return what;
}

double least_zoom(const MapView& view) { return 0.8 * camera_for(view, "").zoom; }

double most_zoom(const MapView& view) {
    constexpr double cell = 72;
    return std::max(cell / view.layout->smallest_cell, 2 * least_zoom(view));
}

MapCamera within_limits(const MapView& view, MapCamera camera) {
    const WorldRect& whole = view.layout->whole;
    camera.zoom = std::clamp(camera.zoom, least_zoom(view), most_zoom(view));
    camera.centre.x = std::clamp(camera.centre.x, whole.min.x, whole.max.x);
    camera.centre.y = std::clamp(camera.centre.y, whole.min.y, whole.max.y);
    return camera;
}

}  // namespace vitrine
