#include "app/shell/keyboard.h"

#include <algorithm>

#include "app/shell/keyboard_tensors.h"
#include "app/state/altering.h"

namespace vitrine {

namespace {

/// The anchor after (or before) the one with the ring, round and round; while a drop-down is open, round what is in it.
std::string next_focus(const FrameRecord& record, const State& state, const std::string& focus, bool forwards) {
    std::vector<std::string> stops;
    for (const Anchor& anchor : record.anchors) {
        if (anchor.focusable && (state.menu.empty() || anchor.floating)) stops.push_back(anchor.name);
    }
    if (stops.empty()) return {};
    const auto here = std::ranges::find(stops, focus);
    if (here == stops.end()) return forwards ? stops.front() : stops.back();
    const auto place = static_cast<std::size_t>(here - stops.begin());
    return stops[(place + (forwards ? 1 : stops.size() - 1)) % stops.size()];
}

/// With no ring, in the attention view: arrows go from word to word, who asks down and who answers across.
void move_pair(std::string_view key, Commands& commands) {
    if (key == "up") commands.push_back(MovePair{-1, 0});
    if (key == "down") commands.push_back(MovePair{1, 0});
    if (key == "left") commands.push_back(MovePair{0, -1});
    if (key == "right") commands.push_back(MovePair{0, 1});
}

/// With no ring, in the masks view: arrows go from cell to cell of the mask.
void move_mask_cell(std::string_view key, Commands& commands) {
    if (key == "up") commands.push_back(MoveMaskCell{-1, 0});
    if (key == "down") commands.push_back(MoveMaskCell{1, 0});
    if (key == "left") commands.push_back(MoveMaskCell{0, -1});
    if (key == "right") commands.push_back(MoveMaskCell{0, 1});
}

/// With no ring, in the view of positions: arrows go from position to position and from feature to feature.
void move_position(std::string_view key, Commands& commands) {
    if (key == "up") commands.push_back(MovePosition{-1, 0});
    if (key == "down") commands.push_back(MovePosition{1, 0});
    if (key == "left") commands.push_back(MovePosition{0, -1});
    if (key == "right") commands.push_back(MovePosition{0, 1});
}

/// With no ring, the keys of a player: arrows, Home, End and Space.
void drive_transport(std::string_view key, const State& state, Commands& commands) {
    if (state.view == View::attention) return move_pair(key, commands);
    if (state.view == View::positions) return move_position(key, commands);
    if (state.view == View::masks) return move_mask_cell(key, commands);
    if (state.view != View::map && state.view != View::train) return;
    if (key == "right") commands.push_back(MoveStep{1});
    if (key == "left") commands.push_back(MoveStep{-1});
    if (key == "home") commands.push_back(GoToStep{0});
    if (key == "end" && state.run) commands.push_back(GoToStep{state.run->last_step()});
    if (key == "space" && state.view == View::map) commands.push_back(SetPlaying{!state.transport.playing});
}

/// With no ring: numbers choose a view, T changes between the map and the training, A between the map and the attention, G between
/// values and gradients; P pins the run, and A, B and D with Shift say what is shown beside it; Space and S drive a training.
void drive_views(std::string_view key, const State& state, Commands& commands) {
    const bool training = state.view == View::train;
    const int number = key.size() == 1 ? key[0] - '0' : 0;
    if (number >= 1 && number <= static_cast<int>(views().size())) commands.push_back(SetView{static_cast<View>(number - 1)});
    if (key == "t") commands.push_back(SetView{training ? View::map : View::train});
    if (key == "a") commands.push_back(SetView{state.view == View::attention ? View::map : View::attention});
    if (key == "g") commands.push_back(SetAspect{static_cast<Aspect>((static_cast<int>(state.aspect) + 1) % 3)});
    if (key == "p") commands.push_back(PinRun{});
    if (key == "shift+a") commands.push_back(ShowSide{ComparedSide::a});
    if (key == "shift+b") commands.push_back(ShowSide{ComparedSide::b});
    if (key == "shift+d") commands.push_back(ShowSide{ComparedSide::difference});
    if (!training) return;
    if (key == "space") commands.push_back(state.training.playing ? Command(PauseTraining{}) : Command(PlayTraining{}));
    if (key == "s") commands.push_back(StepTraining{});
}

/// With no ring: X silences the head that is shown of the selected attention, or lets it speak again.
void toggle_head(const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return;
    const std::string& attention = state.run->outline().block_of(info->step).id;
    const Size head = state.selection.head;
    commands.push_back(SilenceHead{attention, head, !is_silenced(state, attention, head)});
}

/// With no ring, on the map: + and − change the distance, 0 shows all of it, M says how it moves.
void drive_map(std::string_view key, const State& state, Commands& commands) {
    if (state.view != View::map || !state.map.layout) return;
    constexpr double step = 1.25;
    const auto zoom_by = [&](double factor) {
        MapCamera camera = resting_camera(state.map);
        camera.zoom *= factor;
        commands.push_back(MoveMap{camera, Motion::eased});
    };
    if (key == "+" || key == "=" || key == "shift+=" || key == "shift++") zoom_by(step);
    if (key == "-") zoom_by(1 / step);
    if (key == "0") commands.push_back(FrameMap{""});
    if (key == "m") commands.push_back(SetMotion{state.map.motion == Motion::eased ? Motion::at_once : Motion::eased});
}

/// Escape takes away one thing at a time: the drop-down, the ring, the selected cell; then the map shows the next larger thing.
void leave(const State& state, std::string& focus, Commands& commands) {
    if (!state.menu.empty()) {
        if (!focus.empty()) focus = state.menu;
        commands.push_back(SetMenu{""});
    } else if (!focus.empty()) {
        focus.clear();
    } else if (state.selection.cell) {
        commands.push_back(ClearCell{});
    } else if (state.view == View::map && state.map.layout) {
        commands.push_back(FrameMap{outwards(state.map)});
    }
}

}  // namespace

namespace {

/// What keys do while none of them is part of a text.
void drive(const Input& input, const State& state, const FrameRecord& record, std::string& focus, Commands& commands) {
    for (const std::string& key : input.keys) {
        const bool in_menu = !state.menu.empty();
        if (key == "tab" || (in_menu && key == "down")) {
            focus = next_focus(record, state, focus, true);
        } else if (key == "shift+tab" || (in_menu && key == "up")) {
            focus = next_focus(record, state, focus, false);
        } else if (key == "escape") {
            leave(state, focus, commands);
        } else if (key == "alt+left") {
            commands.push_back(GoBack{});
        } else if (key == "alt+right") {
            commands.push_back(GoForward{});
        } else if (key == "ctrl+c") {
            commands.push_back(CopySelection{});
        } else if (focus.empty()) {
            drive_tensors(key, state, focus, commands);
            drive_transport(key, state, commands);
            drive_views(key, state, commands);
            if (key == "x") toggle_head(state, commands);
            drive_map(key, state, commands);
        } else {
            drive_tensors(key, state, focus, commands);
        }
    }
}

}  // namespace

void handle_keys(const Input& input, const State& state, const FrameRecord& record, Commands& commands) {
    std::string focus = state.focus;
    if (is_typing(state)) {
        const int leaves = type_search(input, state, focus, commands);
        if (leaves != 0) focus = next_focus(record, state, focus, leaves > 0);
    } else {
        drive(input, state, record, focus, commands);
    }
    // A click elsewhere means the keyboard is not what points now.
    if (input.button(MouseButton::left).pressed) focus.clear();
    if (focus != state.focus) commands.push_back(SetFocus{focus});
}

bool activates(const Input& input, const State& state) {
    return !state.focus.empty() && !is_typing(state) && (input.key("enter") || input.key("space"));
}

}  // namespace vitrine
