#include "app/base/home_path.h"

#include <cstdlib>

#include <doctest/doctest.h>

namespace vitrine {

TEST_CASE("the home folder is a ~ to people") {
    CHECK(from_home("models/~/mine") == "models/~/mine");
    CHECK(towards_home("/elsewhere/mine") == "/elsewhere/mine");
    const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
    if (home.size() < 2) return;
    CHECK(from_home("~/models/mine") == home + "/models/mine");
    CHECK(towards_home(home + "/models/mine") == "~/models/mine");
}

TEST_CASE("a page does not tell the folders of dropped files") {
    CHECK(without_dropped_folders("/dropped/12/mine/config.json: 'heads' is missing", true) ==
          "mine/config.json: 'heads' is missing");
    CHECK(without_dropped_folders("/dropped/1/a.npz, batch /dropped/2/b.json", true) == "a.npz, batch b.json");
    for (const char* text : {"/dropped/", "/dropped/x/a.npz", "/dropped//a.npz", "/dropped/3", "dropped/3/a.npz", ""})
        CHECK(without_dropped_folders(text, true) == text);
    CHECK(without_dropped_folders("/dropped/12/mine", false) == "/dropped/12/mine");
}

}  // namespace vitrine
