#include "app/actions/actions.h"

#include <algorithm>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/run/edited.h"
#include "app/shell/modules.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/attention/state.h"
#include "app/views/map/state.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::actions_test {
using namespace vitrine::tests;

TEST_CASE("every action has a name of its own that begins with its menu's, a label, a tip and something to do") {
    const Counted checks(200);
    std::set<std::string> ids;
    for (const Action& action : actions(new_state())) {
        CAPTURE(action.id);
        CHECK(ids.insert(action.id).second);
        CHECK(action.id.starts_with(std::string(action_menus()[static_cast<std::size_t>(action.menu)].name) + "/"));
        CHECK(!action.label.empty());
        CHECK(!action.tip.empty());
        CHECK(static_cast<bool>(action.perform));
    }
}

TEST_CASE("no chord stands for two actions in one view") {
    const Counted checks(40);
    for (const Module* view : views(all_modules())) {
        std::map<std::string, std::string> taken;
        for (const Action& action : actions(new_state())) {
            if (!action.key_views.contains(View{view->name})) continue;
            for (const std::string& chord : chords_of(action)) {
                CAPTURE(chord);
                CAPTURE(action.id);
                CHECK(taken.emplace(chord, action.id).second);
            }
        }
    }
}

TEST_CASE("what a browser keeps for itself has a second chord there") {
    const Counted checks(20);
    // In a browser, the size of the letters and closing the page are left to the browser.
    const std::set<std::string> left_to_browsers{"view/scale-100", "file/quit"};
    for (const Action& action : actions(new_state())) {
        if (action.keys.empty() || left_to_browsers.contains(action.id)) continue;
        CAPTURE(action.id);
        CHECK(!shown_chords(action, true).empty());
        for (const std::string& chord : shown_chords(action, true)) CHECK(!browser_keeps(chord));
    }
}

TEST_CASE("a chord stands for what its view makes of it, and for nothing where that is refused") {
    State state = opened("navigation");
    REQUIRE(action_of_chord(state, "space"));
    CHECK(action_of_chord(state, "space")->id == "run/play");
    CHECK(action_of_chord(state, "right")->id == "go/next-step");
    CHECK(action_of_chord(state, "left") == nullptr);  // the first step
    apply(state, SetView{View::attention});
    CHECK(action_of_chord(state, "space") == nullptr);
    CHECK(action_of_chord(state, "right") == nullptr);  // in that view it goes from word to word
    CHECK(action_of_chord(state, "ctrl+p")->id == "help/commands");
    CHECK(action_of_chord(state, "ctrl+shift+p")->id == "help/commands");
}

TEST_CASE("an action that is refused does nothing, and says why") {
    const State empty = new_state();
    for (const Action& action : actions(empty)) {
        Commands commands;
        const std::string why = refusal_of(action, empty);
        perform(action, empty, commands);
        CAPTURE(action.id);
        CHECK(commands.empty() == !why.empty());
    }
    CHECK(refusal_of(*find_action(empty, "go/next-step"), empty) == "no model is open");
}

TEST_CASE("actions do what they are called") {
    State state = opened("navigation");
    const auto act = [&](std::string_view id) {
        Commands commands;
        perform(*find_action(state, id), state, commands);
        for (const Command& command : commands) apply(state, command);
    };
    act("go/next-step");
    CHECK(state.step == 1);
    act("view/attention");
    CHECK(state.view == View::attention);
    CHECK(is_chosen(*find_action(state, "view/attention"), state));
    act("view/light");
    CHECK(state.appearance == Appearance::light);
    act("view/scale-150");
    CHECK(state.scale == 1.5);
    act("view/smaller");
    CHECK(state.scale == 1.25);
    act("view/motion");
    CHECK(state.motion == Motion::at_once);
    act("go/next-head");
    CHECK(state.selection.head == 1);
    act("go/previous-head");
    act("go/previous-head");
    CHECK(state.selection.head == head_count(*state.run) - 1);
    act("view/attention-show-scores");
    CHECK(state.of<AttentionView>().stage == AttentionStage::scores);
    act("help/about");
    CHECK(state.menu == "page/about");
    act("file/quit");
    CHECK(state.quits);
}

TEST_CASE("the theme of the desktop is taken where it says one, and is dark where it does not") {
    State state = new_state();
    apply(state, SetThemeChoice{ThemeChoice::system});
    CHECK(state.appearance == Appearance::dark);
    apply(state, HearDesktop{{.appearance = Appearance::light, .reduced_motion = true}});
    CHECK(state.appearance == Appearance::light);
    CHECK(state.motion == Motion::at_once);
    apply(state, SetThemeChoice{ThemeChoice::dark});
    CHECK(state.appearance == Appearance::dark);
    apply(state, HearDesktop{{.appearance = Appearance::light}});
    CHECK(state.appearance == Appearance::dark);
}

TEST_CASE("chords are written as keyboards write them") {
    CHECK(chord_words("ctrl+shift+c") == "Ctrl+Shift+C");
    CHECK(chord_words("left") == "←");
    CHECK(chord_words("ctrl++") == "Ctrl++");
    CHECK(chord_words("ctrl+-") == "Ctrl+−");
    CHECK(chord_words("f10") == "F10");
    CHECK(chord_words("space") == "Space");
}

}  // namespace vitrine::actions_test
