/// Draws pictures of the screen independently of the window's frames.

#include <cmath>

#include "app/export/exporting.h"
#include "app/render/framebuffer.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "app/render/svg.h"
#include "app/shell/loop/application.h"
#include "app/state/place.h"
#include "app/state/transport_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "app/widgets/limits.h"

namespace vitrine {

namespace {

/// The state without menus, hints and messages above the panels.
State undisturbed(State state) {
    state.message.clear();
    state.notice.clear();
    state.of<Exporting>() = {};
    state.menu.clear();
    state.focus.clear();
    return state;
}

/// Shows the map at a place of the film, near enough to read the step's numbers.
void go_to_place(State& state, int place) {
    apply(state, SetMotion{Motion::at_once});
    apply(state, SetView{View::map});
    show_film_place(state, place);
    state.transport.under_way = true;  // a walk shows how the run goes on from here
    if (state.run) apply(state, FrameMap{state.run->outline().block_of(state.step).id});
}

/// While this object lives, heatmaps are drawn completely at once.
class Patience {
public:
    explicit Patience(HeatmapRenderer& heatmaps) : heatmaps_(heatmaps) { heatmaps_.set_patient(true); }
    ~Patience() { heatmaps_.set_patient(false); }
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;

private:
    HeatmapRenderer& heatmaps_;
};

}  // namespace

Input Application::still_input(double pixels) const {
    const auto enlarged = [pixels](int side) { return static_cast<int>(std::lround(side * pixels)); };
    Input input;
    input.width = enlarged(surface_.width);
    input.height = enlarged(surface_.height);
    input.scale = static_cast<float>(surface_.scale * pixels);
    input.time = last_time_;
    return input;
}

/// The state to draw, after all the scrolling that the first frames of this place cause.
State Application::still_state(const Still& still, const Input& input) {
    State state = undisturbed(state_);
    if (!still.place) return state;
    go_to_place(state, *still.place);
    constexpr int patience = 4;
    for (int i = 0; i < patience; ++i) {
        prepare_imgui(input);  // needed again, because the step may bring characters that the fonts lack
        Commands commands;
        const FrameRecord record = build(state, {}, commands);
        add_reveals(state, record, commands);
        for (const Command& command : commands) apply(state, command);
        if (commands.empty() && !fonts_.wants_characters()) break;
    }
    return state;
}

Image Application::picture(const Still& still) {
    if (still.pixels > 1) check_fineness(surface_.width, surface_.height, surface_.scale, still.pixels);
    const Input input = still_input(still.pixels);
    const State state = still_state(still, input);
    prepare_imgui(input);
    Commands unheard;
    const Patience whole(renderer_.heatmaps());
    build(state, {}, unheard);
    Framebuffer target(input.width, input.height);
    target.bind();
    draw();
    return target.read();
}

std::string Application::svg(const Still& still) {
    const Input input = still_input(still.pixels);
    const State state = still_state(still, input);
    prepare_imgui(input);
    Svg svg({input.logical_size(), input.scale}, theme_of(state_).canvas, fonts_);
    Commands unheard;
    const Patience whole(renderer_.heatmaps());
    build(state, {}, unheard, &svg);
    return svg.finish();
}

}  // namespace vitrine
