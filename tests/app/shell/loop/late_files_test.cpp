/// Files that have to be fetched, as in a page: what needs them waits, says so on the screen, and goes on or fails.

#include "app/state/late_files.h"

#include <doctest/doctest.h>

#include "app/opening/commands.h"
#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/state/window_commands.h"
#include "app/views/train/time.h"
#include "tests/app/opened.h"

namespace vitrine::late_files_test {
using namespace vitrine::tests;

namespace {

constexpr const char *weights = "samples/induction.safetensors", *moments = "samples/induction.history.safetensors";

/// A window that shows another sample, in which these files are late.
struct Window {
    Window() : stage(sample("navigation"), {.width = 1280, .height = 800}) {
        stage.application().command(AwaitFiles{{{weights, 2'000'000}, {moments, 4'000'000}}});
        stage.settle(input);
    }

    void give(const Command& command) {
        stage.application().command(command);
        stage.settle(input);
    }

    bool fetches(const char* file) const {
        const auto& files = stage.state().of<LateFiles>().files;
        return files.contains(file) && files.at(file).wanted;
    }

    std::string model() const { return stage.state().run->model->name; }

    bool has_line() const { return stage.record().find("message") != nullptr; }

    bool shows(const char* line) const {
        return has_line() && says(texts_in(stage.record(), stage.record().find("message")->visible), line);
    }

    Input input;
    Stage stage;
};

}  // namespace

TEST_CASE("a sample whose weights are late opens when they have come") {
    Window window;
    CHECK_FALSE(window.fetches(weights));
    window.give(OpenModel{sample("induction")});
    CHECK(window.fetches(weights));
    CHECK_FALSE(window.fetches(moments));
    CHECK(window.model() == "navigation");
    CHECK(window.stage.state().opening);
    CHECK(window.stage.application().settled());
    CHECK(window.shows("Fetching induction: 0 % of 2.0 MB …"));
    window.give(LateFileAdvanced{weights, 500'000});
    CHECK(window.shows("Fetching induction: 25 % of 2.0 MB …"));
    window.give(LateFileCame{weights});
    CHECK(window.model() == "induction");
    CHECK_FALSE(window.has_line());
}

TEST_CASE("while a sample is waited for, one that was wanted before it does not come in its place") {
    Window window;
    window.stage.application().command(OpenModel{sample("by-hand")});
    window.give(OpenModel{sample("induction")});
    CHECK(window.model() == "navigation");
    window.give(LateFileCame{weights});
    CHECK(window.model() == "induction");
}

TEST_CASE("the moments of a sample's training are fetched when its training is looked at") {
    Window window;
    window.give(LateFileCame{weights});
    window.give(OpenModel{sample("induction")});
    CHECK(window.model() == "induction");
    CHECK_FALSE(window.fetches(moments));
    window.give(SetView{View::train});
    CHECK(window.fetches(moments));
    CHECK(window.shows("Fetching the training of induction: 0 % of 4.0 MB …"));
    CHECK_FALSE(time_source(window.stage.state()));
    window.give(LateFileCame{moments});
    CHECK(time_source(window.stage.state()));
}

TEST_CASE("what cannot be fetched is told once, what was open stays, and the next wish is another attempt") {
    Window window;
    window.give(OpenModel{sample("induction")});
    window.give(LateFileFailed{weights, "the network does not answer"});
    CHECK(window.stage.state().message == "induction cannot be fetched: the network does not answer");
    CHECK(window.model() == "navigation");
    CHECK_FALSE(window.stage.state().opening);
    CHECK_FALSE(window.fetches(weights));
    window.give(CloseMessage{});

    window.give(OpenModel{sample("induction")});
    CHECK(window.fetches(weights));
    window.give(OpenModel{sample("navigation")});
    window.give(LateFileFailed{weights, "the network does not answer"});  // nobody waits for it now
    CHECK(window.stage.state().message == "");
    window.give(OpenModel{sample("induction")});
    CHECK(window.fetches(weights));
    CHECK(window.stage.state().message == "");
}

}  // namespace vitrine::late_files_test
