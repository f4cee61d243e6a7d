#include "app/render/offscreen.h"

#include "app/render/gl.h"
#include "tests/app/render/screen.h"

using namespace vitrine;

TEST_CASE("OpenGL without a display is 3.3 at least and says what it is") {
    const OffscreenContext context;
    const GlInfo info = gl_info();
    CHECK_FALSE(info.version.empty());
    CHECK_FALSE(info.renderer.empty());
    CHECK(info.version >= "3.3");
}

TEST_CASE("a framebuffer has the size it was given last, rows from the top") {
    const auto screen = Screen::open();
    const Image image = screen->draw(31, 17, [](ImDrawList& list) { list.AddRectFilled({0, 0}, {31, 4}, IM_COL32_WHITE); });
    CHECK(image.width == 31);
    CHECK(image.height == 17);
    CHECK(image.rgba.size() == 4 * 31 * 17);
    CHECK(is_colour(image, 30, 3, IM_COL32_WHITE));
    CHECK(is_colour(image, 30, 4, test_background));
    Framebuffer framebuffer(8, 8);
    framebuffer.resize(40, 30);
    CHECK(framebuffer.read().rgba.size() == 4 * 40 * 30);
}

TEST_CASE("a framebuffer without pixels or with too many is refused by its size") {
    const auto screen = Screen::open();
    CHECK_THROWS_WITH_AS(Framebuffer(0, 10), doctest::Contains("0×10"), Error);
    CHECK_THROWS_WITH_AS(Framebuffer(1'000'000, 10), doctest::Contains("1000000×10"), Error);
}

TEST_CASE("more than 65536 vertices in one list are all drawn") {
    const auto screen = Screen::open();
    const Image image = screen->draw(200, 160, [](ImDrawList& list) {
        for (int i = 0; i < 20'000; ++i) {
            const ImVec2 corner(static_cast<float>(i % 200), static_cast<float>(i / 200));
            list.AddRectFilled(corner, {corner.x + 1, corner.y + 1}, IM_COL32(i % 200, i / 200, 77, 255));
        }
    });
    for (const int i : {0, 199, 9'999, 16'383, 16'384, 19'999})
        CHECK(is_colour(image, i % 200, i / 200, IM_COL32(i % 200, i / 200, 77, 255)));
}
