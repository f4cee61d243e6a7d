/// Where the map's camera goes when something is chosen in a list.

#include "app/views/map/following.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/run/run.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/views/map/commands.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::map_following_test {
using namespace vitrine::tests;

namespace {

struct OnCanvas {
    double left, top, right, bottom;

    double longer_side() const { return std::max(right - left, bottom - top); }
};

/// Where an area of the world is on the canvas once the camera is at rest: worked out here.
OnCanvas seen_at(const MapView& map, const WorldRect& area) {
    const MapCamera camera = resting_camera(map);
    const auto x = [&](double world) { return map.canvas.width / 2 + (world - camera.centre.x) * camera.across(); };
    const auto y = [&](double world) { return map.canvas.height / 2 + (world - camera.centre.y) * camera.zoom; };
    return {x(area.min.x), y(area.min.y), x(area.max.x), y(area.max.y)};
}

bool is_inside(const MapView& map, const OnCanvas& seen) {
    return seen.left >= 0 && seen.top >= 0 && seen.right <= map.canvas.width && seen.bottom <= map.canvas.height;
}

/// From here on operations are unfolded rather than cards.
constexpr double unfolded = 0.428, least_side = 32;

void choose(State& state, const std::string& path) {
    apply(state, SelectTensor{path});
    apply(state, FollowChosen{});
}

State on_canvas(const CanvasSize& size) {
    State state = opened("translation");
    apply(state, SetCanvas{size});
    return state;
}

const CanvasSize desktop{680, 610}, phone{390, 420}, large{1700, 1300};

}  // namespace

TEST_CASE("every tensor that is chosen in a list is inside the map afterwards, and large enough to be made out") {
    const Counted checks(100);
    for (const CanvasSize& size : {desktop, phone, large}) {
        State state = on_canvas(size);
        const MapView& map = state.of<MapView>();
        const std::vector<std::string> paths = paths_of(*state.run);
        for (const std::string& path : paths) {
            const auto [block, tensor] = map.layout->find_tensor(path);
            if (!tensor) continue;
            CAPTURE(path);
            CAPTURE(size.width);
            choose(state, path);
            const OnCanvas seen = seen_at(map, tensor->area);
            CHECK(is_inside(map, seen));
            CHECK(resting_camera(map).zoom >= unfolded);
            CHECK(seen.longer_side() >= least_side);
        }
    }
}

TEST_CASE("a parameter has no place on the map: the block that reads it is seen") {
    State state = on_canvas(desktop);
    choose(state, "transformer.decoder.layers.1.multihead_attn.in_proj_weight");
    const MapView& map = state.of<MapView>();
    CHECK(is_inside(map, seen_at(map, map.layout->find_block("decoder.layers.1.cross_attn")->area)));
    CHECK(resting_camera(map).zoom >= unfolded);
}

TEST_CASE("the map stays where it is while what is chosen can be made out there") {
    State state = on_canvas(desktop);
    choose(state, "encoder.layers.0.self_attn.scores");
    const MapCamera camera = resting_camera(state.of<MapView>());
    choose(state, "encoder.layers.0.self_attn.weights");
    CHECK(resting_camera(state.of<MapView>()).zoom == camera.zoom);
    CHECK(resting_camera(state.of<MapView>()).centre.x == camera.centre.x);
    // From so near that the tensor fills the canvas, a cell of it is no reason to go away.
    apply(state, FrameMap{"tensor/encoder.layers.0.self_attn.weights"});
    MapCamera nearer = resting_camera(state.of<MapView>());
    nearer.zoom *= 1.6;
    apply(state, MoveMap{nearer});
    choose(state, "encoder.layers.0.self_attn.weights");
    CHECK(resting_camera(state.of<MapView>()).zoom == doctest::Approx(nearer.zoom));
}

TEST_CASE("what is selected on the map itself, or by stepping, moves no camera") {
    State state = on_canvas(desktop);
    apply(state, SelectTensor{"decoder.layers.1.cross_attn.scores"});
    apply(state, MoveStep{3});
    CHECK(place_of(state.of<MapView>()).empty());
}

TEST_CASE("while the map is dragged it goes nowhere else") {
    State state = on_canvas(desktop);
    const MapCamera held = resting_camera(state.of<MapView>());
    apply(state, MoveMap{held, Motion::at_once, true});
    choose(state, "decoder.layers.1.cross_attn.scores");
    CHECK(resting_camera(state.of<MapView>()).zoom == held.zoom);
    apply(state, LetMapGo{});
    choose(state, "decoder.layers.1.cross_attn.scores");
    CHECK(resting_camera(state.of<MapView>()).zoom > held.zoom);
}

TEST_CASE("the map glides there, or is there at once where motion is reduced or another view is shown") {
    State state = on_canvas(desktop);
    choose(state, "decoder.layers.1.cross_attn.scores");
    CHECK(state.of<MapView>().move);
    apply(state, PassTime{1});
    CHECK_FALSE(state.of<MapView>().move);
    apply(state, SetMotion{Motion::at_once});
    choose(state, "encoder.layers.0.self_attn.scores");
    CHECK_FALSE(state.of<MapView>().move);
    apply(state, SetMotion{Motion::eased});
    apply(state, SetView{View::tensors});
    choose(state, "decoder.layers.0.self_attn.scores");
    CHECK_FALSE(state.of<MapView>().move);
    const MapView& map = state.of<MapView>();
    CHECK(is_inside(map, seen_at(map, map.layout->find_tensor("decoder.layers.0.self_attn.scores").tensor->area)));
}

TEST_CASE("what was chosen stays in sight when the canvas becomes that of a phone, until the map is moved by hand") {
    State state = on_canvas(large);
    choose(state, "encoder.layers.0.self_attn.scores");
    apply(state, SetCanvas{phone});
    const MapView& map = state.of<MapView>();
    const WorldRect area = map.layout->find_tensor("encoder.layers.0.self_attn.scores").tensor->area;
    CHECK(is_inside(map, seen_at(map, area)));
    CHECK(resting_camera(map).zoom >= unfolded);
    apply(state, FrameMap{""});
    apply(state, SetCanvas{desktop});
    CHECK(place_of(map).empty());
}

}  // namespace vitrine::map_following_test
