/// The figure of one block of the map: its tensors as they stand there, and the arrows between them.

#include "app/panel/figure.h"

#include <algorithm>
#include <vector>

#include "app/views/map/parts.h"
#include "app/views/map/view.h"
#include "app/widgets/label_width.h"
#include "app/widgets/no_room.h"

namespace vitrine {

namespace {

const MapBlock* shown_block(const State& state) {
    const std::string& id = state.run->outline().block_of(state.step).id;
    return state.of<MapView>().layout ? state.of<MapView>().layout->find_block(id) : nullptr;
}

std::string block_refusal(const State& state) {
    if (!state.run) return "no model is open";
    return shown_block(state) ? "" : "the current step is not part of a block of the map";
}

/// What the block's tensors take with their titles and labels.
WorldRect tensors_of(const MapBlock& block) {
    WorldRect all = block.tensors.front().room;
    for (const MapTensor& tensor : block.tensors) {
        const WorldRect& room = tensor.room;
        all = united(all, {{room.min.x - tensor.beside, room.min.y - tensor.above},
                           {std::max(room.max.x, room.min.x + tensor.title), room.max.y}});
    }
    return all;
}

/// The state as if nothing were selected, at a step of another block: a figure has no frames for either.
State unselected(State state, const MapBlock& block) {
    const Block& own = state.of<MapView>().layout->outline_block(block);
    state.selection.tensor.clear();
    state.selection.cell.reset();
    state.phase = Phase::forward;
    state.transport = {};
    state.step = own.first_step > 0 ? 0 : own.first_step + own.step_count;
    return state;
}

/// A tensor with its name, and with words beside and above it where all of them are whole. Throws NoRoom if its name has none.
DressedTensor with_whole_words(const MapCanvas& canvas, const MapTensor& tensor) {
    DressedTensor result = dressed(canvas, tensor);
    if (!result.titled) throw NoRoom("there is no room for “" + tensor.symbol + "”");
    const auto columns = static_cast<float>(std::max<Size>(1, result.columns.count()));
    if (widest_of(canvas.ui, Font::label, result.rows) > result.label_room) result.row_labels = false;
    if (widest_of(canvas.ui, Font::label, result.columns) > result.area.width() / columns - 3) result.column_labels = false;
    return result;
}

float draw_block_figure(Ui& ui, const Rect& room, const State& state) {
    constexpr float air = 8;
    const MapBlock& block = *shown_block(state);
    const State still = unselected(state, block);
    const WorldRect world = tensors_of(block);
    const double zoom = static_cast<double>(room.width() - 2 * air) / world.width();
    const auto height = static_cast<float>(world.height() * zoom) + 2 * air;
    const Rect view = rect_at(room.min, room.width(), height);
    Commands unheard;
    const MapCamera camera{.centre = world.centre(), .zoom = zoom};
    MapCanvas canvas{.ui = ui,
                     .state = still,
                     .commands = unheard,
                     .layout = *still.of<MapView>().layout,
                     .view = view,
                     .camera = camera,
                     .detail = {.operations = 1},
                     .origin = {view.centre().x - static_cast<float>(world.centre().x * camera.across()),
                                view.centre().y - static_cast<float>(world.centre().y * zoom)},
                     .lit = {}};
    std::vector<DressedTensor> tensors;
    for (const MapTensor& tensor : block.tensors) tensors.push_back(with_whole_words(canvas, tensor));
    draw_arrows(canvas, block, tensors);
    for (const DressedTensor& tensor : tensors) draw_tensor(canvas, tensor);
    return view.max.y;
}

}  // namespace

std::span<const FigureKind> map_figures() {
    static constexpr FigureKind list[] = {{"block", "This block", block_refusal, draw_block_figure}};
    return list;
}

}  // namespace vitrine
