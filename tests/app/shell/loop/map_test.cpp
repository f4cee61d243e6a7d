/// The map controlled by the mouse, through the whole program: wheel, drag and double click.

#include <cmath>
#include <memory>

#include <doctest/doctest.h>

#include "app/run/request.h"
#include "app/shell/script/stage.h"
#include "app/state/window_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"

namespace vitrine::map_test {

namespace {

struct Hand {
    std::unique_ptr<Stage> stage;
    Input input;

    explicit Hand(const char* sample) {
        ModelRequest request;
        request.sample = sample;
        stage = std::make_unique<Stage>(request, StageOptions{.width = 1600, .height = 1000});
        settle();
    }

    void settle() { stage->settle(input); }
    const MapView& map() const { return stage->state().of<MapView>(); }
    const Rect& canvas() const { return stage->record().find("map/canvas")->area; }

    WorldPoint under_pointer() const {
        const ImVec2 corner = canvas().min;
        return to_world(camera_of(map()), map().canvas, {input.mouse.x - corner.x, input.mouse.y - corner.y});
    }

    void point(float x, float y) {
        input.mouse = {canvas().min.x + x, canvas().min.y + y};
        stage->frame(input);
    }
    void wheel(float notches) {
        input.wheel.y = notches;
        stage->frame(input);
        settle();
    }
    void press(int clicks = 1) {
        input.button(MouseButton::left) = {.down = true, .pressed = true, .released = false, .clicks = clicks};
        stage->frame(input);
    }
    void release() {
        input.button(MouseButton::left) = {.down = false, .pressed = false, .released = true, .clicks = 0};
        stage->frame(input);
    }
};

}  // namespace

TEST_CASE("the wheel zooms at the pointer: what lies under it stays there") {
    Hand hand("translation");
    for (const ImVec2 at : {ImVec2{300, 200}, ImVec2{700, 600}, ImVec2{484, 416}}) {
        hand.point(at.x, at.y);
        for (const float notches : {1.0f, 4.0f, -2.0f, 7.0f, -3.5f}) {
            const WorldPoint before = hand.under_pointer();
            const double zoom = camera_of(hand.map()).zoom;
            hand.wheel(notches);
            CHECK(camera_of(hand.map()).zoom == doctest::Approx(zoom * std::pow(1.2, notches)));
            const WorldPoint after = hand.under_pointer();
            CHECK(after.x == doctest::Approx(before.x).epsilon(1e-6));
            CHECK(after.y == doctest::Approx(before.y).epsilon(1e-6));
        }
    }
}

TEST_CASE("at the nearest and at the farthest the wheel leaves the map where it is") {
    Hand hand("navigation");
    hand.point(300, 300);
    for (const float notches : {60.0f, -60.0f}) {
        hand.wheel(notches);
        const MapCamera limit = camera_of(hand.map());
        hand.wheel(notches);
        CHECK(camera_of(hand.map()).zoom == doctest::Approx(limit.zoom));
        CHECK(camera_of(hand.map()).centre.x == doctest::Approx(limit.centre.x));
    }
}

TEST_CASE("dragging takes what is under the pointer along, and selects nothing") {
    Hand hand("navigation");
    hand.point(400, 400);
    hand.wheel(6);
    const WorldPoint grabbed = hand.under_pointer();
    const std::string selected = hand.stage->state().selection.tensor;
    hand.press();
    for (int i = 1; i <= 10; ++i) hand.point(400.0f + 9.0f * static_cast<float>(i), 400.0f - 5.0f * static_cast<float>(i));
    hand.release();
    CHECK(hand.under_pointer().x == doctest::Approx(grabbed.x).epsilon(1e-6));
    CHECK(hand.under_pointer().y == doctest::Approx(grabbed.y).epsilon(1e-6));
    CHECK(hand.stage->state().selection.tensor == selected);
    hand.point(100, 100);
    CHECK(std::abs(hand.under_pointer().x - grabbed.x) > 1);
}

TEST_CASE("a press and a release within one frame are a click") {
    Hand hand("navigation");
    hand.stage->application().command(FrameMap{"tensor/encoder.layers.0.self_attn.scores"});
    hand.settle();
    const Anchor scores = *hand.stage->record().find("map/encoder.layers.0.self_attn.scores");
    const ImVec2 cell = scores.cell_layout.cell(1, 2).centre();
    hand.point(cell.x - hand.canvas().min.x, cell.y - hand.canvas().min.y);
    hand.input.button(MouseButton::left) = {.down = false, .pressed = true, .released = true, .clicks = 1};
    hand.stage->frame(hand.input);
    hand.settle();
    REQUIRE(hand.stage->state().selection.cell.has_value());
    CHECK(*hand.stage->state().selection.cell == Index{0, 0, 1, 2});
}

TEST_CASE("a double click goes from the whole to a block, from the block to a tensor, and Escape all the way back") {
    Hand hand("navigation");
    const auto double_click = [&](const std::string& anchor) {
        const Anchor found = *hand.stage->record().find(anchor);
        const ImVec2 at = found.visible.centre();
        hand.point(at.x - hand.canvas().min.x, at.y - hand.canvas().min.y);
        for (const int clicks : {1, 2}) {
            hand.press(clicks);
            hand.release();
        }
        hand.settle();
    };
    double_click("block/encoder.layers.0.ffn");
    CHECK(place_of(hand.map()) == "encoder.layers.0.ffn");
    double_click("map/encoder.layers.0.ffn.activation");
    CHECK(place_of(hand.map()) == "tensor/encoder.layers.0.ffn.activation");
    for (const char* place : {"encoder.layers.0.ffn", "encoder.layers.0", "encoder", "", ""}) {
        for (int i = 0; i < 2 && place_of(hand.map()) != place; ++i) {  // the first may let the selected cell go
            hand.input.keys = {"escape"};
            hand.stage->frame(hand.input);
            hand.settle();
        }
        CHECK(place_of(hand.map()) == place);
    }
}

TEST_CASE("a click that closes a drop-down means nothing on the map below") {
    Hand hand("navigation");
    const std::string selected = hand.stage->state().selection.tensor;
    hand.stage->application().command(SetMenu{"top/sample"});
    hand.settle();
    const ImVec2 at = hand.stage->record().find("block/decoder.layers.0.cross_attn")->visible.centre();
    hand.point(at.x - hand.canvas().min.x, at.y - hand.canvas().min.y);
    hand.press();
    hand.release();
    hand.settle();
    CHECK(hand.stage->state().menu.empty());
    CHECK(hand.stage->state().selection.tensor == selected);
}

}  // namespace vitrine::map_test
