#include "app/state/recent.h"

#include <doctest/doctest.h>

#include "app/run/request.h"
#include "core/tensor/error.h"

namespace vitrine::recent_test {

namespace {

RecentModel folder(const std::string& path) { return {.request = {.folder = path}, .name = path.substr(path.rfind('/') + 1)}; }

}  // namespace

TEST_CASE("the model opened last stands first, each one once, and no more than a dozen") {
    std::vector<RecentModel> recent;
    for (int i = 0; i < 20; ++i) add_recent(recent, folder("/models/" + std::to_string(i)));
    CHECK(recent.size() == most_recent_models);
    CHECK(recent.front().name == "19");
    add_recent(recent, folder("/models/15"));
    CHECK(recent.front().name == "15");
    CHECK(recent.size() == most_recent_models);
    CHECK(recent[1].name == "19");
}

TEST_CASE("a sample is not kept, but a sample with a batch file is") {
    std::vector<RecentModel> recent;
    add_recent(recent, {.request = {.sample = "navigation"}, .name = "navigation"});
    CHECK(recent.empty());
    add_recent(recent, {.request = {.sample = "navigation", .batch = "/b.json"}, .name = "navigation"});
    REQUIRE(recent.size() == 1);
    CHECK(place_of(recent.front().request) == "sample navigation, batch /b.json");
}

TEST_CASE("recent models are read back, and what is wrong with their file is said") {
    std::vector<RecentModel> recent;
    add_recent(recent, folder("/models/a b"));
    add_recent(recent, {.request = {.configuration = "/c/config.json"}, .name = "c"});
    CHECK(recent_text(read_recent(recent_text(recent), "recent.json")) == recent_text(recent));
    CHECK_THROWS_WITH_AS(read_recent("{}", "recent.json"), "recent.json: 'version' is missing", Error);
    CHECK_THROWS_WITH_AS(read_recent(R"({"version": 1, "models": [{"name": "x"}]})", "recent.json"),
                         "recent.json: 'models[0]': 'model' is missing", Error);
}

}  // namespace vitrine::recent_test
