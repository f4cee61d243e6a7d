#include "app/panels/figure_layout.h"

#include <algorithm>

#include "app/widgets/tensor_view.h"

namespace vitrine {

namespace {

Thumbnail thumbnail_of(const State& state, const TensorInfo& info) {
    const Run& run = *state.run;
    const Plane plane = plane_of(run.trace.find(info.path).layout, state.selection.sentence, state.selection.head);
    const HeatmapCells cells = cells_of(run, info, plane, Aspect::value);
    return {&info, plane, cells, thumbnail_size(cells.rows(), cells.columns(), {widest_thumbnail, thumbnail_height})};
}

Box make_box(const Ui& ui, const State& state, const Block& block, float width, const Density& density) {
    Box box;
    box.block = &block;
    float thumbnails = 0;
    for (const std::string& path : block.tensors) {
        if (!state.run->trace.find(path).present()) continue;
        box.thumbnails.push_back(thumbnail_of(state, *state.run->outline().find(path)));
        thumbnails += box.thumbnails.back().size.x + thumbnail_gap;
    }
    box.title_width = ui.width_of(Font::body_strong, block.title);
    if (density.subtitles) box.title_width = std::max(box.title_width, std::min(150.0f, ui.width_of(Font::label, block.subtitle)));
    box.beside = box.title_width + thumbnails + 2 * box_padding + 8 <= width;
    const int rows = box.beside ? 0 : flow(box, width - 2 * box_padding, [](const Thumbnail&, float, int) {});
    box.height = box.beside ? density.box : 30 + static_cast<float>(rows) * (thumbnail_height + thumbnail_gap) + 4;
    return box;
}

Stack make_stack(const Ui& ui, const State& state, Side side, float width, const Density& density) {
    Stack stack;
    int layer = -1;
    for (const Block& block : state.run->outline().blocks) {
        if (block.side != side || block.first_step > state.run->last_step()) continue;
        stack.boxes.push_back(make_box(ui, state, block, width, density));
        stack.height += stack.boxes.back().height + density.gap;
        if (block.layer != layer) stack.height += layer_padding;  // room for the layer's frame
        layer = block.layer;
    }
    return stack;
}

Figure make_with(const Ui& ui, const State& state, float width, const Density& density) {
    Figure figure;
    figure.density = density;
    figure.encoder = make_stack(ui, state, Side::source, width, density);
    figure.decoder = make_stack(ui, state, Side::target, width, density);
    figure.height = std::max(figure.encoder.height, figure.decoder.height) + foot_height + 2 * metrics::margin;
    return figure;
}

}  // namespace

Figure make_figure(const Ui& ui, const State& state, ImVec2 box_and_view) {
    Figure figure = make_with(ui, state, box_and_view.x, comfortable);
    return figure.height <= box_and_view.y ? figure : make_with(ui, state, box_and_view.x, compact);
}

void place_stack(Stack& stack, const StackPlace& place, const Density& density) {
    float bottom = place.bottom;
    int layer = -1;
    for (Box& box : stack.boxes) {
        if (box.block->layer != layer) bottom -= layer_padding;
        layer = box.block->layer;
        box.area = {{place.left, bottom - box.height}, {place.left + place.width, bottom}};
        bottom = box.area.min.y - density.gap;
    }
}

}  // namespace vitrine
