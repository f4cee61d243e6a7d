/// How touches become the input of a mouse.

#include "app/shell/keyboard/touches.h"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace vitrine::touches_test {

namespace {

Anchor control(const char* name, const Rect& area) {
    Anchor anchor;
    anchor.name = name;
    anchor.area = anchor.visible = area;
    anchor.focusable = true;
    return anchor;
}

/// A list at the left, a map at the right, a slider below the map, and a small button above the list.
FrameRecord screen() {
    FrameRecord record;
    record.anchors = {control("row", {{0, 100}, {200, 140}}), control("map", {{200, 100}, {400, 500}}),
                      control("rate-slider", {{200, 600}, {400, 620}}), control("small", {{20, 40}, {40, 60}})};
    record.scrolls = {{.name = "list", .view = {{0, 100}, {200, 500}}, .offset = 0, .content = 2000},
                      {.name = "map", .view = {{200, 100}, {400, 500}}, .offset = 0, .content = 400, .pans = true}};
    return record;
}

/// Sixty frames a second, and the input of each.
struct Screen {
    Touches touches = {};
    FrameRecord record = screen();
    Input input = {};
    std::vector<Input> told = {};

    void frame() {
        input.time += 1.0 / 60;
        touches.fill(input, record);
        told.push_back(input);
        input.next_frame();
    }
    void frames(int count) {
        for (int i = 0; i < count; ++i) frame();
    }
    void put_down(ImVec2 at, FingerId finger = 0) {
        touches.begin(finger, at, input.time);
        frame();
    }
    void move(ImVec2 at, FingerId finger = 0) {
        touches.move(finger, at, input.time);
        frame();
    }
    void lift(ImVec2 at, FingerId finger = 0) {
        touches.end(finger, at, input.time);
        frame();
    }
    void rest() {
        for (int i = 0; i < 600 && touches.goes_on(); ++i) frame();
    }
    void tap(ImVec2 at) {
        put_down(at);
        lift(at);
        rest();
    }

    int presses() const {
        int count = 0;
        for (const Input& one : told) count += one.button(MouseButton::left).pressed ? 1 : 0;
        return count;
    }
    float wheel() const {
        float sum = 0;
        for (const Input& one : told) sum += one.wheel.y;
        return sum;
    }
    const Input& press() const {
        for (const Input& one : told) {
            if (one.button(MouseButton::left).pressed) return one;
        }
        FAIL("nothing is pressed");
        return told.front();
    }
    Input last() const { return told.back(); }
};

}  // namespace

TEST_CASE("a tap points, presses and releases where the finger was, and then there is no pointer") {
    Screen on;
    on.tap({50, 120});
    REQUIRE(on.presses() == 1);
    CHECK(on.press().mouse.x == 50);
    CHECK(on.press().mouse.y == 120);
    CHECK(on.press().button(MouseButton::left).clicks == 1);
    CHECK_FALSE(on.last().button(MouseButton::left).down);
    CHECK_FALSE(on.last().mouse_inside);
    // A tap ends with a frame that only points, so that the program knows what is below the pointer before it is pressed.
    CHECK_FALSE(on.told[1].button(MouseButton::left).pressed);
    CHECK(on.told[1].mouse_inside);
}

TEST_CASE("nothing is pressed as long as the finger is down") {
    Screen on;
    on.put_down({50, 120});
    on.frames(10);
    CHECK(on.presses() == 0);
}

TEST_CASE("two taps at one place are a double click, two at different places are not") {
    Screen on;
    on.tap({300, 300});
    on.tap({306, 303});
    REQUIRE(on.presses() == 2);
    int clicks = 0;
    for (const Input& one : on.told) clicks = std::max(clicks, one.button(MouseButton::left).clicks);
    CHECK(clicks == 2);

    Screen elsewhere;
    elsewhere.tap({300, 300});
    elsewhere.tap({300, 400});
    for (const Input& one : elsewhere.told) CHECK(one.button(MouseButton::left).clicks <= 1);
}

TEST_CASE("a tap that narrowly misses a control means it") {
    Screen on;
    on.tap({45, 66});
    CHECK(on.record.find("small")->area.contains(on.press().mouse));
    Screen far;
    far.tap({70, 66});
    CHECK(far.press().mouse.x == 70);
}

TEST_CASE("a finger that rests points, and points on while it moves") {
    Screen on;
    on.put_down({50, 120});
    on.frames(40);
    CHECK(on.last().mouse_inside);
    CHECK(on.last().mouse.x == 50);
    on.move({60, 300});
    CHECK(on.last().mouse.y == 300);
    on.lift({60, 300});
    on.frames(5);
    CHECK(on.presses() == 0);
    CHECK(on.wheel() == 0);
    // The explanation of what was touched stays until the next tap.
    CHECK(on.last().mouse_inside);
    CHECK(on.last().mouse.y == 300);
}

TEST_CASE("a list follows the finger, and goes on a little after a flick") {
    constexpr float notch = 48;  // logical pixels
    Screen on;
    on.put_down({50, 400});
    for (int i = 1; i <= 10; ++i) on.move({50, 400 - 10.0f * static_cast<float>(i)});
    CHECK(on.wheel() * notch == doctest::Approx(-100).epsilon(0.001));
    CHECK(on.presses() == 0);

    SUBCASE("it stays where a finger lets go that has stopped") {
        on.frames(10);
        on.lift({50, 300});
        on.rest();
        CHECK(on.wheel() * notch == doctest::Approx(-100).epsilon(0.001));
        CHECK_FALSE(on.last().mouse_inside);
    }
    SUBCASE("it goes on after one that has not, and comes to rest") {
        on.lift({50, 300});
        on.rest();
        CHECK(on.wheel() * notch < -140);
        CHECK(on.wheel() * notch > -400);
        CHECK_FALSE(on.touches.goes_on());
    }
    SUBCASE("a finger stops it") {
        on.lift({50, 300});
        on.put_down({50, 300});
        const float stopped = on.wheel();
        on.frames(10);
        CHECK(on.wheel() == stopped);
    }
    // The pointer has to be inside the list, as it is the list below the pointer that scrolls.
    for (const Input& one : on.told) {
        if (one.wheel.y != 0) CHECK(on.record.scrolls[0].view.contains(one.mouse));
    }
}

TEST_CASE("on the map a finger drags, from where it began") {
    Screen on;
    on.put_down({300, 300});
    on.move({300, 304});
    CHECK(on.presses() == 0);
    on.move({300, 340});
    on.rest();
    on.move({320, 360});
    on.lift({320, 360});
    on.rest();
    REQUIRE(on.presses() == 1);
    CHECK(on.press().mouse.y == 300);
    CHECK(on.wheel() == 0);
    bool reached = false;
    for (const Input& one : on.told)
        reached = reached || (one.button(MouseButton::left).down && one.mouse.x == 320 && one.mouse.y == 360);
    CHECK(reached);
    CHECK_FALSE(on.last().button(MouseButton::left).down);
}

TEST_CASE("a slider is dragged, in whatever direction the finger starts") {
    Screen on;
    on.put_down({300, 610});
    on.move({300, 630});
    on.move({380, 630});
    on.rest();
    CHECK(on.presses() == 1);
    CHECK(on.press().mouse.x == 300);
}

TEST_CASE("two fingers zoom about their middle, and move it along") {
    constexpr double notch = 1.2;
    Screen on;
    on.put_down({280, 300}, 1);
    on.put_down({320, 300}, 2);
    on.move({260, 300}, 1);
    on.move({340, 300}, 2);
    on.rest();
    CHECK(std::pow(notch, on.wheel()) == doctest::Approx(2).epsilon(0.001));
    on.lift({260, 300}, 1);
    on.lift({340, 300}, 2);
    on.rest();
    CHECK_FALSE(on.last().button(MouseButton::left).down);
    // However short the touch is, it is no click.
    CHECK(on.press().button(MouseButton::left).clicks > 2);
    CHECK_FALSE(on.touches.goes_on());
}

TEST_CASE("a mouse works as long as no finger has touched the screen, and again afterwards") {
    Screen on;
    on.input.mouse = {10, 20};
    on.input.mouse_inside = true;
    on.frame();
    CHECK(on.last().mouse.y == 20);
    on.tap({50, 120});
    on.frames(2);
    on.input.mouse = {30, 40};
    on.input.mouse_inside = true;
    on.frame();
    CHECK(on.last().mouse.x == 30);
}

TEST_CASE("fingers that the system takes away leave nothing pressed") {
    Screen on;
    on.put_down({300, 300});
    on.move({300, 360});
    on.rest();
    on.touches.cancel();
    on.frames(4);
    CHECK_FALSE(on.last().button(MouseButton::left).down);
    CHECK_FALSE(on.touches.goes_on());
}

}  // namespace vitrine::touches_test
