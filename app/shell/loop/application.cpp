#include "app/shell/loop/application.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <imgui.h>

#include "app/frame/panels.h"
#include "app/opening/commands.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "app/render/imgui_version.h"
#include "app/shell/keyboard/keyboard.h"
#include "app/shell/loop/application_exports.h"
#include "app/shell/loop/layout.h"
#include "app/shell/loop/versions.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/views/tensors/commands.h"
#include "app/widgets/limits.h"

namespace vitrine {

namespace {

ImGuiContext* make_context() {
    ImGuiContext* context = ImGui::CreateContext();
    ImGui::SetCurrentContext(context);
    imgui::configure(ImGui::GetIO());
    return context;
}

Pointer pointer_of(const Input& input, bool activate, Drag& drag) {
    const ButtonState& left = input.button(MouseButton::left);
    Pointer pointer;
    drag.follow(input, pointer);
    if (input.mouse_inside) pointer.position = input.mouse;
    pointer.down = left.down;
    pointer.pressed = left.pressed;
    pointer.double_clicked = left.pressed && left.clicks == 2;
    pointer.right_pressed = input.button(MouseButton::right).pressed;
    pointer.wheel = input.wheel.y;
    pointer.activate = activate;
    return pointer;
}

}  // namespace

const Theme& theme_of(const State& state) {
    return theme(state.appearance == Appearance::dark ? ThemeKind::dark : ThemeKind::light);
}

Application::Application(const ApplicationOptions& options)
    : context_(make_context(), &ImGui::DestroyContext),
      renderer_(options.heatmaps),
      state_(new_state()),
      alone_(options.alone),
      attention_(options.attention),
      device_(options.attention.place == ComputePlace::processor ? nullptr
                                                                 : std::make_shared<const AttentionDevice>(attention_.device())),
      scheduler_(make_scheduler(options.scheduling)) {
    apply(state_, UseDevice{device_});
    apply(state_, ShowVersions{versions()});
}

Application::~Application() = default;

void Application::prepare_imgui(const Input& input) {
    ImGui::SetCurrentContext(context_.get());
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (!atlas.IsBuilt() || fonts_.scale() != input.scale || fonts_.wants_characters()) {
        fonts_.build(atlas, input.scale);
        renderer_.set_fonts(atlas);
    }
    feed_imgui(input, last_time_ < 0 ? 1.0 / 60 : std::max(1e-4, input.time - last_time_));
}

UiInput Application::ui_input(const Input& input) {
    return {pointer_of(input, activates(input, state_), drag_),
            state_.focus,
            grabbed_,
            !state_.menu.empty(),
            clicked_.has_value(),
            record_.floating};
}

namespace {

/// Ends the frame even if building it fails, since ImGui does not.
struct ImguiFrame {
    bool ended = false;

    ImguiFrame() { ImGui::NewFrame(); }
    ~ImguiFrame() {
        if (!ended) ImGui::EndFrame();
    }
    void render() {
        ImGui::Render();
        ended = true;
    }
};

}  // namespace

FrameRecord Application::build(const State& state, const UiInput& input, Commands& commands, Svg* svg) {
    ImguiFrame frame;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    imgui::set_edge_width(list, 1 / fonts_.scale());
    Ui ui({list, fonts_, theme_of(state), renderer_.heatmaps(), svg}, ImGui::GetIO().DisplaySize, input);
    const WindowLayout layout(ui, state, alone_);
    layout.draw_grounds(ui);
    for (const Panel& panel : panels_of(state)) {
        ui.push_clip(layout[panel.place]);
        if (!layout[panel.place].empty()) panel.draw(ui, layout[panel.place], state, commands);
        ui.pop_clip();
    }
    FrameRecord record = ui.finish();
    if (!svg) preview_.draw(list, record);
    frame.render();
    return record;
}

void Application::frame(const Input& input) {
    // Jobs get half of the frame's time, at sixty frames a second. If frames take longer, for example because the processor
    // draws, the jobs still get half of it, so that the wait at most doubles.
    constexpr double least_slice = 0.008, most_slice = 0.024;
    const double passed = last_time_ < 0 ? 0 : input.time - last_time_;
    scheduler_->spend(std::chrono::duration<double>(std::clamp(passed / 2, least_slice, most_slice)));
    take_news();
    carry_out_exports(*this, *scheduler_);
    for (const Command& wanted : preview_.follow(state_, record_, acted_)) command(wanted);
    if (last_time_ >= 0) command(PassTime{input.time - last_time_});
    try {
        build_and_obey(input);
    } catch (const Error& error) {
        // The cells that cannot be read are computed again. This frame's commands may have been carried out already, so they are
        // not repeated.
        if (!shows_card()) throw;
        attention_.fail(error.what());
        lose_run();
        Input again = input;
        again.next_frame();
        build_and_obey(again);
    }
}

void Application::build_and_obey(const Input& input) {
    const ImVec2 size = input.logical_size();
    if (size.x != last_size_.x || size.y != last_size_.y) command(RevealStep{});
    if (const double most = most_scale_of(input.width, input.height); most != state_.most_scale) command(SetMostScale{most});
    last_size_ = size;
    surface_ = {input.width, input.height, input.scale};

    Commands commands;
    handle_keys(input, state_, record_, commands);
    prepare_imgui(input);
    record_ = build(state_, ui_input(input), commands);
    add_reveals(state_, record_, commands);
    if (!state_.focus.empty() && !record_.find(state_.focus)) commands.push_back(SetFocus{""});  // its anchor is gone
    last_time_ = input.time;
    follow_grab(input);
    acted_ = !commands.empty();
    for (const Command& wanted : commands) command(wanted);
}

void Application::follow_grab(const Input& input) {
    const ButtonState& left = input.button(MouseButton::left);
    if (left.pressed) {
        grabbed_.clear();
        for (const Anchor& anchor : record_.anchors) {
            if (!state_.menu.empty() && !anchor.floating) continue;  // this press only closes the drop-down
            if (anchor.focusable && anchor.visible.contains(input.mouse)) grabbed_ = anchor.name;  // later anchors lie on top
        }
    }
    if (!left.down && !drag_.release_pending()) grabbed_.clear();
    constexpr float reach = 4;
    if (left.pressed) clicked_ = input.mouse;
    if (clicked_ && std::hypot(input.mouse.x - clicked_->x, input.mouse.y - clicked_->y) > reach) clicked_.reset();
}

void Application::draw() {
    ImGui::SetCurrentContext(context_.get());
    renderer_.draw(*ImGui::GetDrawData(), theme_of(state_).canvas);
}

void Application::command(const Command& wanted) {
    apply(state_, wanted);
    request_missing_results();
    if (std::exchange(copies_, state_.copies) != state_.copies) copied_ = state_.copied;
}

HeatmapMemory Application::heatmap_memory() const { return renderer_.heatmaps().memory(); }

std::optional<std::string> Application::take_copied() { return std::exchange(copied_, std::nullopt); }

void add_reveals(const State& state, const FrameRecord& record, Commands& commands) {
    if (state.reveal.empty()) return;
    for (const std::string& name : state.reveal) {
        const Anchor* anchor = record.find(name);
        if (!anchor) continue;
        if (const auto scroll = revealing_scroll(record, *anchor)) commands.push_back(*scroll);
        if (const auto scroll = outer_revealing_scroll(record, *anchor)) commands.push_back(*scroll);
    }
    commands.push_back(Revealed{});
}

std::optional<SetScroll> revealing_scroll(const FrameRecord& record, const Anchor& anchor) {
    if (anchor.scroll.empty()) return std::nullopt;
    const auto area = std::ranges::find(record.scrolls, anchor.scroll, &ScrollArea::name);
    constexpr float margin = 56;  // so that what comes before and after is visible, too
    float offset = area->offset;
    if (anchor.area.min.y - margin < area->view.min.y) {
        offset -= area->view.min.y - anchor.area.min.y + margin;
    } else if (anchor.area.max.y + margin > area->view.max.y) {
        offset += anchor.area.max.y + margin - area->view.max.y;
    }
    offset = std::clamp(offset, 0.0f, std::max(0.0f, area->content - area->view.height()));
    if (std::abs(offset - area->offset) < 0.5f) return std::nullopt;
    return SetScroll{anchor.scroll, offset};
}

std::optional<SetScroll> outer_revealing_scroll(const FrameRecord& record, const Anchor& anchor) {
    if (anchor.scroll.empty() || anchor.floating || !anchor.visible.empty()) return std::nullopt;
    const auto own = std::ranges::find(record.scrolls, anchor.scroll, &ScrollArea::name);
    const auto outer = std::ranges::find(record.scrolls, own->within, &ScrollArea::name);
    if (outer == record.scrolls.end()) return std::nullopt;
    Anchor where = anchor;
    where.scroll = outer->name;
    if (const auto inner = revealing_scroll(record, anchor)) where.area = anchor.area.moved(0, own->offset - inner->offset);
    where.area = where.area.intersection(own->view);
    return revealing_scroll(record, where);
}

}  // namespace vitrine
