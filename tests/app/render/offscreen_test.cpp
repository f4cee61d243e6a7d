#include "app/render/offscreen.h"

#include <array>
#include <memory>
#include <thread>

#include <epoxy/gl.h>

#include "app/render/framebuffer.h"
#include "app/render/gl.h"
#include "tests/app/render/screen.h"

namespace vitrine::offscreen_test {

TEST_CASE("OpenGL without a display is 3.3 at least and says what it is") {
    const OffscreenContext context;
    const GlInfo info = gl_info();
    CHECK_FALSE(info.version.empty());
    CHECK_FALSE(info.renderer.empty());
    CHECK(info.version >= "3.3");
}

TEST_CASE("one context may end while another draws, and one for computing has 4.3") {
    const auto screen = Screen::open();
    std::thread([] {
        const OffscreenContext computing(OffscreenUse::computing);
        CHECK(gl_info().compute);
    }).join();
    const Image image = screen->draw(4, 4, [](ImDrawList& list) { list.AddRectFilled({0, 0}, {4, 4}, IM_COL32_WHITE); });
    CHECK(is_colour(image, 2, 2, IM_COL32_WHITE));
}

TEST_CASE("a second context on another thread has the buffers of the first") {
    const OffscreenContext first;
    constexpr std::array<int, 3> cells{3, 1, 4};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof cells, cells.data(), GL_STATIC_DRAW);
    glFinish();
    std::array<int, 3> found{};
    std::thread([&] {
        const OffscreenContext second(first, OffscreenUse::computing);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof found, found.data());
    }).join();
    CHECK(found == cells);
    glDeleteBuffers(1, &buffer);
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

}  // namespace vitrine::offscreen_test
