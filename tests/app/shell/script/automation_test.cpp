#include "app/shell/script/automation.h"

#include <filesystem>
#include <memory>
#include <sstream>
#include <vector>

#include <doctest/doctest.h>

#include "app/views/train/state.h"
#include "core/files/file.h"
#include "core/tensor/error.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::automation_test {

namespace {

/// A stage with the navigation model.
std::unique_ptr<Stage> stage() {
    const std::filesystem::path goldens = test_data("goldens");
    ModelRequest request;
    request.folder = goldens / "navigation";
    request.batch = goldens / "navigation" / "batch.json";
    return std::make_unique<Stage>(request, StageOptions{.width = 1280, .height = 800});
}

std::string play(Stage& stage, std::string_view script) {
    std::ostringstream out;
    Visitor(stage, out).play(parse_script(script, "visit.drive"));
    return out.str();
}

std::string failure(Stage& stage, std::string_view script) {
    try {
        play(stage, script);
    } catch (const VisitFailed& failed) {
        return failed.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a visit steps, points at a cell and finds what the state says") {
    const auto on = stage();
    play(*on,
         "expect-state /step 0\n"
         "click transport/next\n"
         "expect-state /step 1\n"
         "key end\n"
         "expect-state /step_id loss\n"
         "click map/encoder.layers.0.self_attn.weights\n"
         "click tensor/encoder.layers.0.self_attn.weights 1 2 0 1\n"
         "expect-state /selection/cell [1, 2, 0, 1]\n"
         "expect-state /selection/sentence 1\n"
         "expect-state /selection/head 2\n");
    CHECK(on->state().selection.cell == Index{1, 2, 0, 1});
}

TEST_CASE("a failed expectation names its line and says what is there instead") {
    const auto on = stage();
    CHECK(failure(*on, "key home\nexpect-state /step 5") == "visit.drive:2: /step is 0, not 5");
    CHECK(failure(*on, "expect-state /stp 5") == "visit.drive:1: the state has no '/stp'");
    CHECK(failure(*on, "expect top/sample nonsense")
              .starts_with("visit.drive:1: 'nonsense' is not shown at 'top/sample', which says '"));
    CHECK(failure(*on, "expect-not top/sample nav").starts_with("visit.drive:1: 'nav' is shown at 'top/sample'"));
}

TEST_CASE("in a block a failed line names its pass, and every pass has its size, scale and theme") {
    const auto on = stage();
    CHECK(failure(*on, "in-both-themes\nat-every-size 1600x1000 1600x1000@2\nexpect-state /scale 1\nend\nend") ==
          "visit.drive:3 (theme dark, size 1600x1000@2): /scale is 2.0, not 1");
    CHECK(failure(*on, "in-both-themes\nexpect-state /theme dark\nend") ==
          "visit.drive:2 (theme light): /theme is \"light\", not dark");
    // From a large scale to a size that is too small for it.
    play(*on, "at-every-size 1920x1200@3 640x400\nexpect-no-overlap\nend\nexpect-state /scale 1");
    CHECK(on->width() == 640);
    CHECK(on->height() == 400);
}

TEST_CASE("an unknown anchor names its line and the nearest there are") {
    const auto on = stage();
    CHECK(failure(*on, "click transport/nxt")
              .starts_with("visit.drive:1: there is no anchor 'transport/nxt'; did you mean 'transport/next'"));
    CHECK(failure(*on, "click transport/next 1") == "visit.drive:1: 'transport/next' has no cells");
    CHECK(failure(*on, "hover tensor/memory 0 9 0").starts_with("visit.drive:1: 'map/memory' is 2×3×6: it has no cell 0 9 0"));
    CHECK(failure(*on, "hover tensor/memory 0").starts_with("visit.drive:1: 'map/memory' is 2×3×6: it has no cell 0"));
}

TEST_CASE("Tab visits everything one can act on in the order of the screen, in sight, and comes back") {
    const auto on = stage();
    std::vector<std::string> stops;
    play(*on, "key home");
    for (const Anchor& anchor : on->record().anchors) {
        if (anchor.focusable) stops.push_back(anchor.name);
    }
    REQUIRE(stops.size() > 50);
    stops.push_back(stops.front());
    for (const std::string& stop : stops) {
        play(*on, "key tab");
        REQUIRE(on->state().focus == stop);
        REQUIRE(on->record().find(stop));
        CHECK_MESSAGE(!on->record().find(stop)->visible.empty(), stop << " has the ring and is out of sight");
    }
    play(*on, "key shift+tab");
    CHECK(on->state().focus == stops[stops.size() - 2]);
}

TEST_CASE("a script takes exactly so many training steps, and waits for a training that runs") {
    const auto on = stage();
    play(*on, "click view/train\ntrain 3\nexpect-state /training/now/steps 3\ntrain 1\nexpect-state /training/now/steps 4");
    CHECK(failure(*on, "wait-steps 9") == "visit.drive:1: the training stands still after 4 steps, before 9");
    play(*on, "key space\nwait-steps 9\nkey space\nexpect-state /training/playing false");
    CHECK(on->state().of<TrainingView>().steps() >= 9);
}

TEST_CASE("Tab visits everything one can act on beside a training, too") {
    const auto on = stage();
    play(*on, "click view/train");
    std::vector<std::string> stops;
    for (const Anchor& anchor : on->record().anchors) {
        if (anchor.focusable) stops.push_back(anchor.name);
    }
    REQUIRE(stops.size() > 40);
    for (const std::string& stop : stops) {
        play(*on, "key tab");
        REQUIRE(on->state().focus == stop);
        CHECK_MESSAGE(!on->record().find(stop)->visible.empty(), stop << " has the ring and is out of sight");
    }
}

TEST_CASE("numbers of the state agree within the tolerance of recorded numbers where they are written with a point") {
    const auto on = stage();
    CHECK(failure(*on, "scale 1.25\nexpect-state /scale 1.250001").empty());
    CHECK(failure(*on, "expect-state /scale 1.26") == "visit.drive:1: /scale is 1.25, not 1.26");
    CHECK(failure(*on, "theme light\nexpect-state /theme light\nexpect-state /theme \"light\"").empty());
}

TEST_CASE("a picture that would be too small at its scale is refused") {
    const auto on = stage();
    CHECK_THROWS_WITH_AS(play(*on, "wait 1\nresize 639 500"),
                         "visit.drive:2: a picture of 639x500 pixels is too small: at scale 1 it has to be at least 640x400",
                         Error);
    CHECK_THROWS_WITH_AS(play(*on, "scale 2.5"), doctest::Contains("at scale 2.5 it has to be at least 1600x1000"), Error);
    play(*on, "scale 2\nexpect-state /scale 2");
}

TEST_CASE("anchors, state and screenshot write what is there") {
    const auto on = stage();
    const TemporaryFolder temporary;
    const std::filesystem::path& folder = temporary.path();
    const std::string out = play(
        *on, "anchors\nstate -\nstate " + (folder / "state.json").string() + "\nscreenshot " + (folder / "screen.png").string());
    CHECK(out.find("transport/next\t") != std::string::npos);
    CHECK(out.find("\"section/Encoder layer 1\"\t") != std::string::npos);
    CHECK(out.find("\"theme\": \"dark\"") != std::string::npos);
    CHECK(out.ends_with(read_file(folder / "state.json")));
    CHECK(read_file(folder / "screen.png").starts_with("\x89PNG"));
}

TEST_CASE("a dropped batch is shown with the model that is open, and a dropped picture is not") {
    const auto on = stage();
    const std::string goldens = test_data("goldens");
    play(*on, "drop " + goldens + "/navigation/batch.json\nexpect-state /message \"\"\nexpect-state /step 0");
    play(*on, "drop holiday.png\nexpect message holiday.png");
    play(*on, "drop " + goldens + "/single-token\nexpect-state /model single-token");
}

}  // namespace vitrine::automation_test
