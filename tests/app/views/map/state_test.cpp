#include "app/state/state.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/run/request.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "tests/app/opened.h"
#include "tests/core/random_models.h"

namespace vitrine::map_view_test {
using namespace vitrine::tests;

namespace {

State mapped(const char* name) {
    State state = opened(name);
    apply(state, SetCanvas{{968, 832}});
    return state;
}

const std::string block = "encoder.layers.0.self_attn", tensor = "tensor/encoder.layers.0.self_attn.scores";

/// Whether a part is completely in sight.
bool shows(const State& state, const std::string& what) {
    const WorldRect area = *frame_of(*state.of<MapView>().layout, what);
    const CanvasSize canvas = state.of<MapView>().canvas;
    const CanvasPoint first = to_canvas(camera_of(state.of<MapView>()), canvas, area.min),
                      last = to_canvas(camera_of(state.of<MapView>()), canvas, area.max);
    return first.x >= 0 && first.y >= 0 && last.x <= canvas.width && last.y <= canvas.height;
}

void finish_move(State& state) { apply(state, PassTime{1}); }

}  // namespace

TEST_CASE("a model is opened whole, and whatever is framed is seen whole at every size of the canvas") {
    State state = mapped("translation");
    CHECK(place_of(state.of<MapView>()).empty());
    CHECK(shows(state, ""));
    for (const std::string& what :
         {std::string("encoder"), std::string("decoder.layers.1"), block, tensor, std::string("memory")}) {
        apply(state, FrameMap{what});
        finish_move(state);
        for (const CanvasSize size : {CanvasSize{968, 832}, CanvasSize{400, 300}, CanvasSize{1700, 1300}}) {
            apply(state, SetCanvas{size});
            CHECK_MESSAGE(shows(state, what), what);
            CHECK(place_of(state.of<MapView>()) == what);
        }
    }
}

TEST_CASE("everything is seen of what is framed whole, and not of what is looked at from near") {
    State state = mapped("translation");
    CHECK(sees_everything(state.of<MapView>()));
    apply(state, FrameMap{"decoder.layers.0"});
    finish_move(state);
    CHECK_FALSE(sees_everything(state.of<MapView>()));
    apply(state, FrameMap{""});
    finish_move(state);
    CHECK(sees_everything(state.of<MapView>()));
}

TEST_CASE("a tall model is as broad as the canvas allows") {
    Configuration c;
    c.d_model = 8;
    c.nhead = 2;
    c.num_encoder_layers = c.num_decoder_layers = 6;
    c.dim_feedforward = 8;
    c.src_vocab_size = c.tgt_vocab_size = 9;
    c.pad_src = c.pad_tgt = 0, c.bos = 1, c.eos = 2;
    State state = new_state();
    Random random(7);
    auto model = std::make_shared<Model>();
    model->configuration = c;
    model->parameters = random_parameters(c, random);
    model->batch = random_batch(c, random);
    apply(state, ShowRun{make_run(model)});
    apply(state, SetCanvas{{968, 832}});
    CHECK(shows(state, ""));
    CHECK(state.of<MapView>().layout->whole.width() * camera_of(state.of<MapView>()).across() > 0.8 * 968);
}

TEST_CASE("what a model does not have cannot be framed") {
    State state = mapped("navigation");
    apply(state, FrameMap{block});
    apply(state, FrameMap{"encoder.layers.7"});
    CHECK(state.of<MapView>().framed == block);
    apply(state, FrameMap{"tensor/nowhere"});
    CHECK(state.of<MapView>().framed == block);
}

TEST_CASE("a block and the tensor of the same name are framed each by its own name") {
    State state = mapped("navigation");
    const auto of_block = *frame_of(*state.of<MapView>().layout, "memory"),
               of_tensor = *frame_of(*state.of<MapView>().layout, "tensor/memory");
    CHECK(of_block.contains(of_tensor));
    CHECK(of_block.width() > 2 * of_tensor.width());
}

TEST_CASE("a move takes less than half a second, and none at all where motion is switched off") {
    State state = mapped("navigation");
    const double far = camera_of(state.of<MapView>()).zoom;
    apply(state, FrameMap{block});
    CHECK(camera_of(state.of<MapView>()).zoom == doctest::Approx(far));
    apply(state, PassTime{0.1});
    CHECK(camera_of(state.of<MapView>()).zoom > far);
    CHECK(state.of<MapView>().move.has_value());
    apply(state, PassTime{0.4});
    CHECK_FALSE(state.of<MapView>().move.has_value());
    const double near = camera_of(state.of<MapView>()).zoom;

    apply(state, SetMotion{Motion::at_once});
    apply(state, FrameMap{""});
    CHECK_FALSE(state.of<MapView>().move.has_value());
    CHECK(camera_of(state.of<MapView>()).zoom == doctest::Approx(far));
    apply(state, FrameMap{block});
    CHECK(camera_of(state.of<MapView>()).zoom == doctest::Approx(near));
}

TEST_CASE("switching motion off ends a move") {
    State state = mapped("navigation");
    apply(state, FrameMap{block});
    apply(state, SetMotion{Motion::at_once});
    CHECK_FALSE(state.of<MapView>().move.has_value());
    CHECK(shows(state, block));
}

TEST_CASE("a move that is interrupted goes on from where it is") {
    State state = mapped("navigation");
    apply(state, FrameMap{block});
    apply(state, PassTime{0.1});
    const MapCamera there = camera_of(state.of<MapView>());
    apply(state, FrameMap{"decoder"});
    CHECK(camera_of(state.of<MapView>()).zoom == doctest::Approx(there.zoom));
    CHECK(camera_of(state.of<MapView>()).centre.x == doctest::Approx(there.centre.x));
}

TEST_CASE("outwards goes from the tensor through block, layer and half to the whole") {
    State state = mapped("translation");
    apply(state, SetMotion{Motion::at_once});
    apply(state, FrameMap{tensor});
    for (const char* next : {"encoder.layers.0.self_attn", "encoder.layers.0", "encoder", "", ""}) {
        apply(state, FrameMap{outwards(state.of<MapView>())});
        CHECK(place_of(state.of<MapView>()) == next);
    }
}

TEST_CASE("from wherever one has moved by hand, outwards never goes nearer and ends at the whole") {
    State state = mapped("translation");
    apply(state, SetMotion{Motion::at_once});
    apply(state, FrameMap{tensor});
    for (const double factor : {9.0, 1.3, 0.6, 0.31}) {
        MapCamera camera = camera_of(state.of<MapView>());
        camera.zoom *= factor;
        apply(state, MoveMap{camera});
        double zoom = camera_of(state.of<MapView>()).zoom;
        for (int i = 0; i < 6; ++i) {
            apply(state, FrameMap{outwards(state.of<MapView>())});
            CHECK(camera_of(state.of<MapView>()).zoom <= zoom * 1.001);
            zoom = camera_of(state.of<MapView>()).zoom;
        }
        CHECK(place_of(state.of<MapView>()).empty());
        apply(state, FrameMap{tensor});
    }
}

TEST_CASE("the model cannot be lost") {
    State state = mapped("navigation");
    apply(state, MoveMap{{{1e7, -1e7}, 1e-9}});
    CHECK(state.of<MapView>().layout->whole.width() * camera_of(state.of<MapView>()).zoom > 100);
    apply(state, MoveMap{{{1e7, 1e7}, 1e9}});
    const MapCamera camera = camera_of(state.of<MapView>());
    CHECK(camera.centre.x <= state.of<MapView>().layout->whole.max.x);
    CHECK(camera.centre.y <= state.of<MapView>().layout->whole.max.y);
    CHECK(camera.zoom < 1e4);
}

TEST_CASE("moving by hand is kept when the canvas changes its size, and ends when something is framed") {
    State state = mapped("navigation");
    apply(state, MoveMap{{{300, -700}, 0.8}});
    apply(state, SetCanvas{{700, 500}});
    CHECK(camera_of(state.of<MapView>()).zoom == doctest::Approx(0.8));
    CHECK(camera_of(state.of<MapView>()).centre.x == doctest::Approx(300));
    apply(state, FrameMap{"decoder"});
    finish_move(state);
    CHECK(shows(state, "decoder"));
}

TEST_CASE("stepping does not move the map") {
    State state = mapped("navigation");
    apply(state, FrameMap{block});
    finish_move(state);
    const MapCamera before = camera_of(state.of<MapView>());
    for (int i = 0; i <= state.run->last_step(); ++i) {
        apply(state, MoveStep{1});
        apply(state, PassTime{0.2});
    }
    CHECK(camera_of(state.of<MapView>()).zoom == before.zoom);
    CHECK(camera_of(state.of<MapView>()).centre.y == before.centre.y);
    CHECK(place_of(state.of<MapView>()) == block);
}

TEST_CASE("a run that is played leaves out what comes later; going somewhere, by whatever click, shows all of it") {
    State state = mapped("navigation");
    const auto hides = [&] { return state.transport.hides_later_steps(); };
    apply(state, MoveStep{1});
    CHECK_FALSE(hides());
    const std::vector<Command> clicks{SelectTensor{"encoder.layers.0.self_attn.scores"},
                                      SelectCell{"encoder.layers.0.self_attn.scores", {0, 0, 1, 1}}, GoToStep{5},
                                      ShowRun{state.run}};
    for (const Command& click : clicks) {
        apply(state, click);
        CHECK_FALSE(hides());
        apply(state, SetPlaying{true});
        apply(state, SetPlaying{false});
        apply(state, MoveStep{2});
        apply(state, SelectTensor{"nowhere"});
        CHECK(hides());  // paused, and gone on by hand
        apply(state, click);
        CHECK_FALSE(hides());
    }
    apply(state, SetSoFar{false});
    apply(state, SetPlaying{true});
    CHECK_FALSE(hides());
    apply(state, SetSoFar{true});
    CHECK(hides());
    apply(state, MoveStep{film_of(*state.run).places()});
    apply(state, PassTime{100});
    CHECK_FALSE(state.transport.playing);
    apply(state, MoveStep{-3});
    CHECK_FALSE(hides());  // it was at its end
}

}  // namespace vitrine::map_view_test
