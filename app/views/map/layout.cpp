#include "app/views/map/layout.h"

#include <algorithm>

#include "app/views/map/layout_blocks.h"

namespace vitrine {

namespace {

using namespace map_metrics;

std::string layer_id(const Block& block) {
    return layer_path(block.side == Side::source ? StackKind::encoder : StackKind::decoder, static_cast<std::size_t>(block.layer));
}

/// Stacks the blocks of one side from the bottom up, as in the paper.
void stack_blocks(MapLayout& layout, Side side, double left) {
    double bottom = 0;
    int layer = -1;
    for (MapBlock& placed : layout.blocks) {
        const Block& block = layout.outline_block(placed);
        if (block.side != side) continue;
        if (block.layer != layer) bottom -= between_layers;
        layer = block.layer;
        placed.area = {{left, bottom - map_block_height(block)}, {left + block_width, bottom}};
        bottom = placed.area.min.y - between_blocks;
    }
}

void frame_layers(MapLayout& layout) {
    for (std::size_t i = 0; i < layout.blocks.size(); ++i) {
        const MapBlock& placed = layout.blocks[i];
        const Block& block = layout.outline_block(placed);
        if (block.layer < 0) continue;
        const WorldRect framed{{placed.area.min.x - layer_side, placed.area.min.y - layer_top},
                               {placed.area.max.x + layer_side, placed.area.max.y + layer_bottom}};
        const std::string id = layer_id(block);
        if (layout.layers.empty() || layout.layers.back().id != id) {
            layout.layers.push_back({id, block.side, block.layer, framed, static_cast<int>(i), 0});
        }
        MapLayer& layer = layout.layers.back();
        layer.area = united(layer.area, framed);
        ++layer.block_count;
    }
}

void find_sources(MapLayout& layout) {
    for (MapBlock& reader : layout.blocks) {
        const Block& block = layout.outline_block(reader);
        for (int step = block.first_step; step < block.first_step + block.step_count; ++step) {
            for (const std::string& input : layout.outline->steps[static_cast<std::size_t>(step)].inputs) {
                const MapBlock* source = layout.find_tensor(input).block;
                if (!source || source == &reader || layout.outline_block(*source).side != block.side) continue;
                const int index = static_cast<int>(source - layout.blocks.data());
                if (std::ranges::find(reader.sources, index) == reader.sources.end()) reader.sources.push_back(index);
            }
        }
    }
}

/// The area of everything on one side.
WorldRect bounds(const MapLayout& layout, Side side) {
    std::optional<WorldRect> all;
    for (const MapBlock& placed : layout.blocks) {
        if (layout.outline_block(placed).side == side) all = all ? united(*all, placed.area) : placed.area;
    }
    if (!all) return {};
    return {{all->min.x - layer_side, all->min.y}, {all->max.x + layer_side, all->max.y + foot}};
}

}  // namespace

WorldRect united(const WorldRect& first, const WorldRect& second) {
    return {{std::min(first.min.x, second.min.x), std::min(first.min.y, second.min.y)},
            {std::max(first.max.x, second.max.x), std::max(first.max.y, second.max.y)}};
}

Plane map_plane(const Layout& layout, Size sentence, Size head) {
    Plane plane = plane_of(layout, sentence, head);
    if (layout.rank != 2 || layout.axes[0] != Axis::batch) return plane;
    plane.row_axis = 1;
    plane.column_axis = -1;
    plane.fixed[0] = std::clamp<Size>(sentence, 0, std::max<Size>(0, layout.shape[0] - 1));
    return plane;
}

PlaneSize size_of(const Layout& layout, const Plane& plane) {
    const auto along = [&](int axis) { return axis < 0 ? Size{1} : layout.shape[static_cast<std::size_t>(axis)]; };
    return {along(plane.row_axis), along(plane.column_axis)};
}

const MapBlock* MapLayout::find_block(const std::string& id) const {
    for (const MapBlock& placed : blocks) {
        if (outline_block(placed).id == id) return &placed;
    }
    return nullptr;
}

const MapLayer* MapLayout::find_layer(const std::string& id) const {
    const auto found = std::ranges::find(layers, id, &MapLayer::id);
    return found == layers.end() ? nullptr : &*found;
}

bool MapLayout::goes_on(const MapBlock& below, const MapBlock& above) const {
    const int index = static_cast<int>(&below - blocks.data());
    return above.sources.empty() || std::ranges::find(above.sources, index) != above.sources.end();
}

MapLayout::Placed MapLayout::find_tensor(const std::string& path) const {
    const int step = outline->step_of(path);
    for (const MapBlock& placed : blocks) {
        const Block& block = outline_block(placed);
        if (step < block.first_step || step >= block.first_step + block.step_count) continue;
        for (const MapTensor& tensor : placed.tensors) {
            if (!tensor.is_input && tensor.path == path) return {&placed, &tensor};
        }
    }
    return {};
}

MapLayout make_map_layout(const Trace& trace, int last_step) {
    MapLayout layout;
    layout.outline = trace.outline;
    for (std::size_t i = 0; i < trace.outline->blocks.size(); ++i) {
        if (trace.outline->blocks[i].first_step > last_step) break;
        layout.blocks.emplace_back().block = static_cast<int>(i);
    }
    stack_blocks(layout, Side::source, 0);
    const bool one_column = trace.outline->model.configuration.architecture != Architecture::transformer;
    stack_blocks(layout, Side::target, one_column ? 0 : block_width + between_columns);
    frame_layers(layout);
    layout.encoder = bounds(layout, Side::source);
    layout.decoder = bounds(layout, Side::target);
    layout.whole = layout.encoder.width() == 0   ? layout.decoder
                   : layout.decoder.width() == 0 ? layout.encoder
                                                 : united(layout.encoder, layout.decoder);
    layout.smallest_cell = largest_cell;
    for (MapBlock& placed : layout.blocks) {
        place_tensors(placed, layout.outline_block(placed), trace);
        for (const MapTensor& tensor : placed.tensors) {
            const Layout& shape = trace.tensors[static_cast<std::size_t>(tensor.slot)].layout;
            const PlaneSize size = size_of(shape, map_plane(shape, 0, 0));
            layout.smallest_cell = std::min({layout.smallest_cell, tensor.area.width() / static_cast<double>(size.columns),
                                             tensor.area.height() / static_cast<double>(size.rows)});
        }
    }
    find_sources(layout);
    return layout;
}

}  // namespace vitrine
