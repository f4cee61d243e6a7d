#include "app/render/png.h"

#include <filesystem>
#include <iterator>

#include <doctest/doctest.h>
#include <stb_image.h>
#include <unistd.h>

#include "core/tensor/error.h"

using namespace vitrine;

namespace {

/// An empty folder, removed with all it holds.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / ("vitrine-png-" + std::to_string(getpid()));

    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    auto files() const { return std::distance(std::filesystem::directory_iterator(path), {}); }
};

Image three_by_two() {
    Image image{3, 2, {}};
    for (int i = 0; i < 24; ++i) image.rgba.push_back(static_cast<std::uint8_t>(10 * i));
    return image;
}

}  // namespace

TEST_CASE("a PNG holds the pixels it was written from, and replaces the one before") {
    const Folder folder;
    const auto path = folder.path / "new" / "picture.png";
    for (int time = 0; time < 2; ++time) write_png(path, three_by_two());
    int width = 0, height = 0, channels = 0;
    unsigned char* pixels = stbi_load(path.c_str(), &width, &height, &channels, 4);
    REQUIRE(pixels);
    CHECK(width == 3);
    CHECK(height == 2);
    CHECK(std::equal(pixels, pixels + 24, three_by_two().rgba.begin()));
    stbi_image_free(pixels);
    CHECK(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}) == 1);
}

TEST_CASE("a PNG that cannot be written names its path and leaves nothing behind") {
    const Folder folder;
    const auto taken = folder.path / "taken";
    std::filesystem::create_directories(taken / "by a folder");
    CHECK_THROWS_WITH_AS(write_png(taken, three_by_two()), doctest::Contains(taken.c_str()), Error);
    CHECK_THROWS_WITH_AS(write_png("/proc/nowhere/picture.png", three_by_two()), doctest::Contains("/proc/nowhere/picture.png"),
                         Error);
    CHECK(folder.files() == 1);
}
