#include "app/views/map/camera.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/tensor/random.h"

namespace vitrine::map_camera_test {

namespace {

constexpr CanvasSize canvas{900, 700};

double within(Random& random, double least, double most) { return least + (most - least) * random.uniform(); }

MapCamera random_camera(Random& random) {
    return {{within(random, -2000, 2000), within(random, -9000, 100)},
            std::exp(within(random, -3, 6)),
            std::exp(within(random, -3, 2))};
}

CanvasPoint random_point(Random& random) { return {within(random, 0, canvas.width), within(random, 0, canvas.height)}; }

}  // namespace

TEST_CASE("a point of the canvas and the point of the world seen there are each other's") {
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        const MapCamera camera = random_camera(random);
        const CanvasPoint point = random_point(random);
        const CanvasPoint back = to_canvas(camera, canvas, to_world(camera, canvas, point));
        CHECK(back.x == doctest::Approx(point.x).epsilon(1e-9));
        CHECK(back.y == doctest::Approx(point.y).epsilon(1e-9));
    }
}

TEST_CASE("zooming leaves the world's point under the pointer where it is") {
    Random random(2);
    for (int i = 0; i < 200; ++i) {
        const MapCamera camera = random_camera(random);
        const CanvasPoint pointer = random_point(random);
        const MapCamera nearer = zoomed_at(camera, canvas, pointer, std::exp(within(random, -1, 1)));
        const CanvasPoint after = to_canvas(nearer, canvas, to_world(camera, canvas, pointer));
        CHECK(after.x == doctest::Approx(pointer.x).epsilon(1e-6));
        CHECK(after.y == doctest::Approx(pointer.y).epsilon(1e-6));
    }
}

TEST_CASE("dragging moves every point of the world by as many pixels") {
    Random random(3);
    const MapCamera camera = random_camera(random);
    const WorldPoint point = to_world(camera, canvas, {100, 200});
    const CanvasPoint moved = to_canvas(panned(camera, {30, -45}), canvas, point);
    CHECK(moved.x == doctest::Approx(130));
    CHECK(moved.y == doctest::Approx(155));
}

TEST_CASE("what is fitted lies within the margins, touches two of them, and is in their middle") {
    Random random(4);
    for (int i = 0; i < 100; ++i) {
        const WorldPoint corner{within(random, -500, 500), within(random, -500, 500)};
        const WorldRect area{corner, {corner.x + within(random, 1, 900), corner.y + within(random, 1, 900)}};
        const CanvasMargins margins{.left = 90, .top = 60, .right = 30, .bottom = 20};
        const MapCamera camera = fitted(area, canvas, margins, {.zoom = 1e9, .breadth = 0});
        const CanvasPoint first = to_canvas(camera, canvas, area.min), last = to_canvas(camera, canvas, area.max);
        const double left = first.x - margins.left, right = canvas.width - margins.right - last.x;
        const double top = first.y - margins.top, bottom = canvas.height - margins.bottom - last.y;
        CHECK(left == doctest::Approx(right).epsilon(1e-6));
        CHECK(top == doctest::Approx(bottom).epsilon(1e-6));
        CHECK(std::min(left, top) == doctest::Approx(0).epsilon(1e-6));
        CHECK(std::max(left, top) >= -1e-6);
    }
}

TEST_CASE("a move begins and ends where it should, never turns round, and keeps what both ends show in one place there") {
    Random random(5);
    for (int i = 0; i < 50; ++i) {
        const MapCamera from = random_camera(random);
        const CanvasPoint fixed = random_point(random);
        const MapCamera to = zoomed_at(from, canvas, fixed, std::exp(within(random, 0.5, 3)));
        const WorldPoint point = to_world(from, canvas, fixed);
        CHECK(between(from, to, 0).zoom == doctest::Approx(from.zoom));
        CHECK(between(from, to, 1).centre.x == doctest::Approx(to.centre.x));
        double last = from.zoom;
        for (double done = 0.1; done < 1; done += 0.1) {
            const MapCamera now = between(from, to, done);
            CHECK(now.zoom > last);
            last = now.zoom;
            const CanvasPoint seen = to_canvas(now, canvas, point);
            CHECK(std::abs(seen.x - fixed.x) < 1e-3);
            CHECK(std::abs(seen.y - fixed.y) < 1e-3);
        }
    }
}

TEST_CASE("far out the world is drawn broader than high, and never narrower") {
    const MapCamera far{{0, 0}, 0.02, 0.4}, middle{{0, 0}, 0.3, 0.4}, near{{0, 0}, 0.5, 0.4};
    CHECK(far.across() == doctest::Approx(0.02 * MapCamera::most_stretch));
    CHECK(middle.across() == doctest::Approx(0.4));
    CHECK(near.across() == doctest::Approx(0.5));
}

TEST_CASE("moves take 0.15 to 0.4 seconds") {
    Random random(6);
    for (int i = 0; i < 100; ++i) {
        const double seconds = seconds_between(random_camera(random), random_camera(random), canvas);
        CHECK(seconds >= 0.15);
        CHECK(seconds <= 0.4);
    }
}

}  // namespace vitrine::map_camera_test
