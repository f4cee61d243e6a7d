/// Finds the anchors that a script names, scrolls or frames them into view, and moves the mouse there.

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "app/frame/sheets/state.h"
#include "app/panel/measures.h"
#include "app/shell/script/automation.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::string_view large = "tensor/", on_map = "map/", block_on_map = "block/", layer_on_map = "layer/";

/// The part of the map to frame to make an anchor on it visible; nothing for anchors elsewhere.
std::optional<std::string> frame_for(const State& state, const std::string& name) {
    if (!state.of<MapView>().layout || state.view != View::map) return std::nullopt;
    for (const std::string_view prefix : {block_on_map, layer_on_map}) {
        if (name.starts_with(prefix)) return name.substr(prefix.size());
    }
    if (!name.starts_with(on_map)) return std::nullopt;
    const MapLayout::Placed placed = state.of<MapView>().layout->find_tensor(name.substr(on_map.size()));
    if (!placed.block) return std::nullopt;
    return state.of<MapView>().layout->outline_block(*placed.block).id;
}

[[noreturn]] void fail_to_find(const FrameRecord& record, const std::string& name) {
    std::vector<std::string> names;
    for (const Anchor& anchor : record.anchors) names.push_back(anchor.name);
    throw VisitFailed(fmt::format("there is no anchor {}{}", in_quotes(name), did_you_mean(name, names)));
}

/// The first axis along which a cell lies outside the shown slice of its tensor; nothing if it lies within.
std::optional<int> axis_out_of_slice(const HeatmapCells& cells, const Index& index) {
    for (int axis = 0; axis < cells.tensor.layout.rank; ++axis) {
        const auto place = static_cast<std::size_t>(axis);
        if (axis != cells.row_axis && axis != cells.column_axis && cells.fixed[place] != index[place]) return axis;
    }
    return std::nullopt;
}

/// The index as written. Throws VisitFailed if the anchor's tensor has no such cell.
Index checked(const Anchor& anchor, const std::vector<Size>& written) {
    if (!anchor.cells) throw VisitFailed(fmt::format("{} has no cells", in_quotes(anchor.name)));
    const Layout& layout = anchor.cells->tensor.layout;
    Index index{};
    const bool fits = written.size() == layout.rank;
    if (fits) std::copy(written.begin(), written.end(), index.begin());
    if (fits && layout.contains(index)) return index;
    throw VisitFailed(
        fmt::format("{} is {}: it has no cell {}", in_quotes(anchor.name), shape_text(layout), fmt::join(written, " ")));
}

}  // namespace

const Anchor& Visitor::anchor(const std::string& name) const {
    const FrameRecord& record = stage_.record();
    if (const Anchor* found = record.find(name)) return *found;
    if (name.starts_with(large)) {
        if (const Anchor* found = record.find(std::string(on_map) + name.substr(large.size()))) return *found;
    }
    fail_to_find(record, name);
}

void Visitor::frame(const std::string& what) {
    stage_.application().command(FrameMap{what});
    settle();
}

void Visitor::scroll_to(const Anchor& anchor) {
    if (const auto what = frame_for(stage_.state(), anchor.name); what && anchor.visible.empty()) {
        const std::string name = anchor.name;  // a copy, since the anchor is gone after the frame
        frame(*what);
        // When little of the map is visible, a block does not show its tensors.
        const Anchor* found = stage_.record().find(name);
        if (found && found->visible.empty() && name.starts_with(on_map)) frame(std::string(large) + name.substr(on_map.size()));
        return;
    }
    const std::optional<SetScroll> scroll = revealing_scroll(stage_.record(), anchor);
    const std::optional<SetScroll> outer = outer_revealing_scroll(stage_.record(), anchor);
    if (scroll) stage_.application().command(*scroll);
    if (outer) stage_.application().command(*outer);
    const std::string name = anchor.name;
    if (scroll || outer) settle();
    // An area that pans brings an anchor beyond its left or right edge into view itself.
    const Anchor* found = stage_.record().find(name);
    if (!found || !found->visible.empty()) return;
    stage_.application().command(RevealAnchor{name});
    settle();
}

ImVec2 Visitor::aim(const Target& target) {
    const Rect& seen = target.visible;
    if (!target.name.starts_with(block_on_map)) return seen.centre();
    return {seen.min.x + std::min(20.0f, seen.width() / 4), seen.min.y + std::min(10.0f, seen.height() / 4)};
}

Target Visitor::in_sight(const std::string& name) const {
    const Anchor& found = anchor(name);
    if (found.visible.empty()) throw VisitFailed(fmt::format("{} is out of sight", in_quotes(name)));
    return {name, found.area, found.visible};
}

Target Visitor::place(const std::string& name) {
    for (const ScrollArea& area : stage_.record().scrolls) {
        if (area.name == name && !stage_.record().find(name)) return {name, area.view, area.view};
    }
    open_for(name);
    scroll_to(anchor(name));
    return in_sight(name);
}

void Visitor::open_for(const std::string& name) {
    const auto shows = [&] { return stage_.record().find(name) != nullptr; };
    const bool map_shows = name.starts_with(large) && stage_.record().find(std::string(on_map) + name.substr(large.size()));
    const auto scale = static_cast<float>(stage_.state().scale);
    const ImVec2 window{static_cast<float>(stage_.width()) / scale, static_cast<float>(stage_.height()) / scale};
    if (shows() || map_shows) return;
    for (const Module* view : views(stage_.state().modules)) {
        if (name != "view/" + std::string(view->name)) continue;
        // A view without a tab is under More, or in the drop-down of a window that has no room for tabs.
        const bool more = stage_.record().find("top/more") != nullptr;
        stage_.application().command(more ? Command(SetMenu{"top/more"}) : Command(SetView{View{view->name}, true}));
        return settle();
    }
    if (name.starts_with("aspect/")) {
        place("aspect");
        stage_.application().command(SetMenu{"aspect"});
        return settle();
    }
    if (!is_narrow(window)) return;
    const Sheet before = open_sheet(stage_.state());
    for (const Sheet sheet : {Sheet::right, Sheet::left, before}) {
        stage_.application().command(ShowSheet{sheet});
        settle();
        if (shows()) return;
    }
}

void Visitor::show_slice_of(const std::string& name, const Index& index) {
    const HeatmapCells cells = *anchor(name).cells;
    for (const Axis axis : {Axis::batch, Axis::head}) {
        const int at = cells.tensor.layout.find(axis);
        if (at < 0 || at == cells.row_axis || at == cells.column_axis) continue;
        const Size wanted = index[static_cast<std::size_t>(at)];
        if (wanted == cells.fixed[static_cast<std::size_t>(at)]) continue;
        if (axis == Axis::batch) stage_.application().command(SelectSentence{wanted});
        if (axis == Axis::head) stage_.application().command(SelectHead{wanted});
    }
    settle();
}

void Visitor::show_cells_of(const std::string& name) {
    constexpr float large_enough = 8;
    const Anchor& shown = anchor(name);
    const bool small = std::min(shown.cell_layout.pitch_x, shown.cell_layout.pitch_y) < large_enough;
    if (name.starts_with(on_map) && frame_for(stage_.state(), name) && small) {
        frame(std::string(large) + name.substr(on_map.size()));
    }
}

Rect Visitor::cell_area(const Anchor& anchor, const Index& index) const {
    const HeatmapCells& cells = *anchor.cells;
    const auto along = [&](int axis) { return axis < 0 ? 0 : static_cast<int>(index[static_cast<std::size_t>(axis)]); };
    return anchor.cell_layout.cell(along(cells.row_axis), along(cells.column_axis));
}

Target Visitor::cell(const std::string& name, const std::vector<Size>& written) {
    place(name);
    const Index index = checked(anchor(name), written);
    if (axis_out_of_slice(*anchor(name).cells, index)) show_slice_of(name, index);
    if (const auto axis = axis_out_of_slice(*anchor(name).cells, index)) {
        const auto at = static_cast<std::size_t>(*axis);
        throw VisitFailed(fmt::format("{} shows {} {}, where cell {} is not", in_quotes(name),
                                      vitrine::name(anchor(name).cells->tensor.layout.axes[at]), anchor(name).cells->fixed[at],
                                      fmt::join(written, " ")));
    }
    show_cells_of(name);
    Anchor only = anchor(name);
    only.area = cell_area(only, index);
    only.visible = only.area.intersection(only.visible);
    scroll_to(only);
    const Rect area = cell_area(anchor(name), index), visible = area.intersection(anchor(name).visible);
    if (visible.empty()) throw VisitFailed(fmt::format("cell {} of {} is out of sight", fmt::join(written, " "), in_quotes(name)));
    return {name, area, visible};
}

void Visitor::touch_frame() {
    touches_.fill(input_, stage_.record());
    frame();
}

void Visitor::finish_touches() {
    constexpr int patience = 300;
    for (int i = 0; i < patience && touches_.goes_on(); ++i) touch_frame();
    settle();
}

void Visitor::tap(ImVec2 at) {
    touches_.begin(0, at, input_.time);
    touch_frame();
    touches_.end(0, at, input_.time);
    do touch_frame();
    while (touches_.goes_on());
}

void Visitor::act(const script::Touch& touch) {
    using Gesture = script::Touch::Gesture;
    const ImVec2 at = aim(target(touch));
    if (touch.gesture == Gesture::long_press) {
        touches_.begin(0, at, input_.time);
        constexpr int frames = 40;  // of a sixtieth of a second each: longer than a finger has to rest
        for (int i = 0; i < frames; ++i) touch_frame();
        touches_.end(0, at, input_.time);
    } else {
        tap(at);
        if (touch.gesture == Gesture::double_tap) tap(at);
    }
    finish_touches();
}

void Visitor::act(const script::Swipe& swipe) {
    const ImVec2 start = place(swipe.anchor).visible.centre();
    touches_.begin(0, start, input_.time);
    touch_frame();
    constexpr int moves = 12;
    ImVec2 at = start;
    for (int i = 1; i <= moves; ++i) {
        const float done = static_cast<float>(i) / moves;
        at = {start.x + done * swipe.x, start.y + done * swipe.y};
        touches_.move(0, at, input_.time);
        touch_frame();
    }
    constexpr int still = 8;  // so that the list stays where the finger left it, without gliding
    for (int i = 0; i < still; ++i) touch_frame();
    touches_.end(0, at, input_.time);
    finish_touches();
}

void Visitor::act(const script::Pinch& pinch) {
    const ImVec2 middle = place(pinch.anchor).visible.centre();
    constexpr float apart = 60;
    const float first = pinch.factor < 1 ? apart / pinch.factor : apart;
    const auto finger = [&](float half, float side) { return ImVec2(middle.x + side * half, middle.y); };
    for (const FingerId id : {0, 1}) touches_.begin(id, finger(first / 2, id == 0 ? -1.0f : 1.0f), input_.time);
    touch_frame();
    constexpr int moves = 12;
    for (int i = 1; i <= moves; ++i) {
        const float half = first / 2 * std::pow(pinch.factor, static_cast<float>(i) / moves);
        for (const FingerId id : {0, 1}) touches_.move(id, finger(half, id == 0 ? -1.0f : 1.0f), input_.time);
        touch_frame();
    }
    const float half = first / 2 * pinch.factor;
    for (const FingerId id : {0, 1}) touches_.end(id, finger(half, id == 0 ? -1.0f : 1.0f), input_.time);
    finish_touches();
}

void Visitor::point_at(ImVec2 position) {
    input_.mouse = position;
    frame();
}

void Visitor::press(MouseButton which, int clicks) {
    input_.button(which) = {.down = true, .pressed = true, .released = false, .clicks = clicks};
    frame();
}

void Visitor::release(MouseButton which) {
    input_.button(which) = {.down = false, .pressed = false, .released = true, .clicks = 0};
    frame();
}

void Visitor::click(MouseButton which, int clicks) {
    press(which, clicks);
    release(which);
}

}  // namespace vitrine
