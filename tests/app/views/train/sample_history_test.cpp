/// The history beside a sample in the window: its moments are shown as those of a folder, and nothing continues from them.

#include <algorithm>

#include <doctest/doctest.h>

#include "app/link/link.h"
#include "app/state/window_commands.h"
#include "app/views/train/time.h"
#include "core/export/sample_files.h"
#include "tests/app/opened.h"
#include "tests/core/io/user_folder.h"
#include "tests/core/train/small_session.h"

namespace vitrine::sample_history_test {
using namespace vitrine::tests;

namespace {

/// Writes the user's sample "mine", with moments of a training of 30 steps.
void save_mine(const test::UserFolder& user) {
    Session session(small_plan());
    for (int i = 0; i < 30; ++i) session.step_once();
    session.run();
    session.pause();
    const auto snapshot = session.snapshot();
    const Configuration& c = session.plan().configuration;
    Model model;
    model.configuration = c;
    model.parameters = initial(c);
    model.batch = session.probe();
    const TrainingHistory history{c, snapshot->history, snapshot->moments};
    const TrainingHistory thin = thinned(history, model, 10);
    save_sample(user.samples(), {.name = "mine", .title = "Mine", .text = "", .model = model, .card = {}, .history = &thin});
}

/// Does what the window does until nothing about the time is missing.
void settle(State& state) {
    for (int i = 0; i < 20; ++i) {
        const auto missing = missing_time(state);
        if (!missing) return;
        vitrine::apply(state, carry_out_now(missing->job));
    }
}

}  // namespace

TEST_CASE("the moments of a sample's training are shown, and none can be gone on from or linked to") {
    const test::UserFolder user;
    save_mine(user);
    State state = opened("mine");
    REQUIRE(state.run);
    CHECK(!time_source(state));
    vitrine::apply(state, SetView{View::train});
    settle(state);
    CHECK(state.message == "");
    REQUIRE(time_source(state));
    CHECK(time_source(state).moments->all().size() == 10);
    CHECK(time_source(state).now == 30);
    CHECK(time_source(state).curves->size() == 30);
    CHECK(going_on_refusal(state, 30).find("weights alone") != std::string::npos);
    CHECK(link_refusal(state) == "");

    vitrine::apply(state, ShowMoment{0});
    settle(state);
    CHECK(state.run->title.find("after 0 steps") != std::string::npos);
    CHECK(link_refusal(state).find("earlier moment") != std::string::npos);
    vitrine::apply(state, ShowNow{});
    settle(state);
    CHECK(state.run->title == "Mine");
    CHECK(link_refusal(state) == "");

    // Another model has no time.
    vitrine::apply(state, ShowRun{make_run(sample("navigation"))});
    settle(state);
    CHECK(!time_source(state));
}

TEST_CASE("a sample whose history is not there opens without one") {
    const test::UserFolder user;
    save_mine(user);
    std::filesystem::remove(user.samples() / "mine.history.safetensors");
    State state = opened("mine");
    vitrine::apply(state, SetView{View::train});
    settle(state);
    CHECK(state.message == "");
    CHECK(!time_source(state));
    CHECK(!missing_time(state));
}

}  // namespace vitrine::sample_history_test
