/// A view that only the tests have. This file stands for its folder, and the list below for its line in the program's list of
/// views.

#include <array>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/actions/actions.h"
#include "app/panel/measures.h"
#include "app/panel/panel.h"
#include "app/session/describe.h"
#include "app/session/session.h"
#include "app/shell/keyboard/keyboard.h"
#include "app/shell/loop/layout.h"
#include "app/shell/modules.h"
#include "app/state/saved_fields.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "tests/app/opened.h"

namespace vitrine::added_view_test {
using namespace vitrine::tests;

namespace {

struct Tally {
    int count = 0, entered = 0, followed = 0, forgotten = 0, restored = 0;
    double seconds = 0;
};

struct Count {
    int by;
};
void do_command(State& state, const Count& command) { state.of<Tally>().count += command.by; }

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("count", state.template of<Tally>().count);
    }
};

std::span<const Panel> panels() {
    static constexpr Panel list[] = {{Place::centre, [](Ui&, const Rect&, const State&, Commands&) {}}};
    return list;
}

std::vector<Action> actions_of_tally(const Module& own) {
    return {{.id = "view/count",
             .label = std::string(own.label) + ": one more",
             .menu = ActionMenu::view,
             .keys = "ctrl+shift+u",
             .key_views = {View{own.name}},
             .tip = "Counts.",
             .perform = gives(Count{1})}};
}

const Module tally_module{
    .name = "tally",
    .label = "Tally",
    .tip = "counts",
    .follow = [](State& state, const Change&) { ++state.of<Tally>().followed; },
    .forget = [](State& state) { ++state.of<Tally>().forgotten; },
    .enter = [](State& state) { ++state.of<Tally>().entered; },
    .pass_time = [](State& state, double seconds) { state.of<Tally>().seconds += seconds; },
    .moving = [](const State& state) { return state.of<Tally>().count % 2 == 1; },
    .panels = panels,
    .measures = choices_alone,
    .keys = {.press =
                 [](std::string_view key, const State&, std::string&, Commands& commands) {
                     if (key == "up") commands.push_back(Count{10});
                 }},
    .actions = actions_of_tally,
    .saved = saved_fields<Fields>(),
    .restored = [](State& state) { ++state.of<Tally>().restored; },
    .describe = [](const State& state, nlohmann::ordered_json& json) { json["tally"] = state.of<Tally>().count; },
};

constexpr View tally{"tally"};

/// All parts of the program, and this one.
Modules with_tally() {
    static const std::vector<const Module*> list = [] {
        std::vector<const Module*> modules(all_modules().begin(), all_modules().end());
        modules.push_back(&tally_module);
        return modules;
    }();
    return list;
}

State tallied() {
    State state(with_tally());
    apply(state, ShowRun{make_run(sample("navigation"))});
    return state;
}

}  // namespace

TEST_CASE("a view that is added has a tab, an action with a key, and its panels between those of the frame") {
    State state = tallied();
    CHECK(views(state.modules).back()->label == "Tally");
    REQUIRE(find_action(state, "view/tally"));  // its tab
    apply(state, SetView{tally});
    CHECK(state.of<Tally>().entered == 1);
    const Action* counts = action_of_chord(state, "ctrl+shift+u");
    REQUIRE(counts);
    CHECK(counts->label == "Tally: one more");
    Commands commands;
    perform(*counts, state, commands);
    for (const Command& command : commands) apply(state, command);
    CHECK(state.of<Tally>().count == 1);
    CHECK(std::ranges::count(panels_of(state), Place::centre, &Panel::place) == 1);
    apply(state, SetView{View::map});
    CHECK_FALSE(action_of_chord(state, "ctrl+shift+u"));
    CHECK(find_action(new_state(), "view/tally") == nullptr);
}

TEST_CASE("what a view that is added does at each moment is done") {
    State state = tallied();
    CHECK(state.of<Tally>().forgotten == 1);
    const int before = state.of<Tally>().followed;
    apply(state, Count{2});
    CHECK(state.of<Tally>().followed == before + 1);
    apply(state, PassTime{0.5});
    CHECK(state.of<Tally>().seconds == 0.5);
    CHECK_FALSE(tally_module.moving(state));
    apply(state, Count{1});
    CHECK(tally_module.moving(state));
    CHECK(to_json(state)["tally"] == 3);
}

TEST_CASE("keys of a view that is added are its own while it is shown") {
    State state = tallied();
    Input input;
    input.keys = {"up"};
    const auto press = [&] {
        Commands commands;
        handle_keys(input, state, {}, commands);
        for (const Command& command : commands) apply(state, command);
    };
    press();
    CHECK(state.of<Tally>().count == 0);
    apply(state, SetView{tally});
    press();
    CHECK(state.of<Tally>().count == 10);
}

TEST_CASE("what a view that is added keeps comes back with the session") {
    State state = tallied();
    apply(state, SetView{tally});
    apply(state, Count{7});
    const SavedSession session = read_session(session_text(session_of(state)), "session.json", with_tally());
    State later(with_tally());
    apply(later, RestoreSession{session});
    apply(later, ShowRun{make_run(sample("navigation"))});
    CHECK(later.view == tally);
    CHECK(later.of<Tally>().count == 7);
    CHECK(later.of<Tally>().restored == 1);
}

}  // namespace vitrine::added_view_test
