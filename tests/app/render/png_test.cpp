#include "app/render/png.h"

#include <algorithm>

#include <doctest/doctest.h>
#include <stb_image.h>

#include "core/tensor/error.h"

namespace vitrine::png_test {

TEST_CASE("a PNG holds the pixels it was made from") {
    Image image{3, 2, {}};
    for (int i = 0; i < 24; ++i) image.rgba.push_back(static_cast<std::uint8_t>(10 * i));
    const std::string bytes = png(image);
    CHECK(bytes.starts_with("\x89PNG"));
    int width = 0, height = 0, channels = 0;
    unsigned char* pixels = stbi_load_from_memory(reinterpret_cast<const unsigned char*>(bytes.data()),
                                                  static_cast<int>(bytes.size()), &width, &height, &channels, 4);
    REQUIRE(pixels);
    CHECK(width == 3);
    CHECK(height == 2);
    CHECK(std::equal(pixels, pixels + 24, image.rgba.begin()));
    stbi_image_free(pixels);
}

TEST_CASE("an empty picture is refused") { CHECK_THROWS_AS(png(Image{}), Error); }

}  // namespace vitrine::png_test
