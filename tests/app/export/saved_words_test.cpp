#include "app/export/saved_words.h"

#include <doctest/doctest.h>

namespace vitrine {

TEST_CASE("what is saved is told by its path, and in a page by the name of the download") {
    CHECK(saved_words({.path = "/home/ada/attention.png"}, false) == "Saved to /home/ada/attention.png");
    CHECK(saved_words({.path = "walk", .is_folder = true, .what = "47 pictures"}, false) == "Saved 47 pictures to walk");
    CHECK(saved_words({.path = "/saved/attention.png"}, true) == "Handed to the browser's downloads: attention.png");
    CHECK(saved_words({.path = "/saved/walk", .is_folder = true, .what = "47 pictures"}, true) ==
          "Handed 47 pictures to the browser's downloads: walk.zip");
}

}  // namespace vitrine
