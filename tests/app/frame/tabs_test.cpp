/// Which views have a tab, which are under More, and what becomes of them where there is too little room.

#include "app/state/tabs.h"

#include <doctest/doctest.h>

#include "app/actions/actions.h"
#include "app/session/session.h"
#include "app/shell/modules.h"
#include "app/shell/script/stage.h"
#include "app/state/window_commands.h"
#include "tests/app/opened.h"

namespace vitrine::tabs_test {
using namespace vitrine::tests;

namespace {

constexpr View glossary{"glossary"};
const std::string main_tabs = "Map Attention Generate Train Compare";

std::string labels(const std::vector<const Module*>& list) {
    std::string words;
    for (const Module* view : list) words += (words.empty() ? "" : " ") + std::string(view->label);
    return words;
}

std::string wanted(const State& state) { return labels(wanted_tabs(state)); }

/// The views whose tabs were drawn in the last frame.
std::string drawn(const Stage& stage) {
    std::vector<const Module*> list = views(stage.state().modules);
    std::erase_if(list, [&](const Module* view) { return !stage.record().find("view/" + std::string(view->name)); });
    return labels(list);
}

/// Draws the window at this width while this view is shown.
void show(Stage& stage, int width, View view) {
    Input input;
    stage.resize(width, 600);
    stage.application().command(SetView{view});
    stage.settle(input);
}

}  // namespace

TEST_CASE("five views have a tab at first, and the digits follow the tabs and then the list under More") {
    const State state = opened("navigation");
    const std::vector<const Module*> all = views(state.modules);
    CHECK(wanted(state) == main_tabs);
    CHECK(labels(all) == main_tabs + " Tensors Masks Positions Design Tokens Glossary");
    for (std::size_t i = 0; i < 9; ++i) {
        CAPTURE(i);
        const Action* action = action_of_chord(state, std::to_string(i + 1));
        REQUIRE(action);
        CHECK(action->id == "view/" + std::string(all[i]->name));
    }
}

TEST_CASE("a view that is chosen by hand keeps its tab; one that something led to has a tab while it is shown") {
    State state = opened("navigation");
    apply(state, SetView{View::masks});
    CHECK(wanted(state) == main_tabs + " Masks");
    apply(state, SetView{View::design, true});
    CHECK(wanted(state) == main_tabs + " Design");
    apply(state, SetView{View::tensors, true});
    apply(state, SetView{View::map, true});
    CHECK(wanted(state) == main_tabs + " Tensors Design");
    CHECK(state.of<KeptTabs>().views == std::vector<std::string>{"design", "tensors"});  // the map needs none
}

TEST_CASE("every way of choosing a view by its name is by hand") {
    const auto kept_after = [](const char* action) {
        State state = opened("navigation");
        Commands commands;
        perform(*find_action(state, action), state, commands);
        for (const Command& command : commands) apply(state, command);
        return state.of<KeptTabs>().views;
    };
    CHECK(kept_after("view/masks") == std::vector<std::string>{"masks"});
    CHECK(kept_after("view/toggle-tokens") == std::vector<std::string>{"tokens"});
    CHECK(kept_after("help/glossary") == std::vector<std::string>{"glossary"});
    CHECK(kept_after("help/term/softmax").empty());  // leads to a term
}

TEST_CASE("a lesson leaves the tabs as they are") {
    State state = opened("navigation");
    apply(state, SetView{View::masks, true});
    state.lesson_acts = true;
    apply(state, SetView{View::design, true});
    apply(state, PutTabBack{View::masks});
    CHECK(state.of<KeptTabs>().views == std::vector<std::string>{"masks"});
}

TEST_CASE("a tab that is put back stays while its view is shown, and comes back when the view is chosen again") {
    State state = opened("navigation");
    apply(state, SetView{View::masks, true});
    apply(state, SetMenu{"top/more"});
    apply(state, PutTabBack{View::masks});
    CHECK(state.menu.empty());
    CHECK(wanted(state) == main_tabs + " Masks");
    apply(state, SetView{View::map, true});
    CHECK(wanted(state) == main_tabs);
    apply(state, SetView{View::masks, true});
    apply(state, SetView{View::map, true});
    CHECK(wanted(state) == main_tabs + " Masks");
}

TEST_CASE("kept tabs come back with the session, whatever model is opened then") {
    State state = opened("navigation");
    apply(state, SetView{View::positions, true});
    apply(state, SetView{View::map, true});
    const SavedSession saved = read_session(session_text(session_of(state)), "session.json", all_modules());
    State later = new_state();
    apply(later, RestoreSession{for_model(saved, sample("translation"))});
    CHECK(wanted(later) == main_tabs + " Positions");
    apply(later, ShowRun{make_run(sample("translation"))});
    CHECK(wanted(later) == main_tabs + " Positions");
}

TEST_CASE("a name that no view has makes no tab") {
    State state = opened("navigation");
    state.of<KeptTabs>().views = {"abacus", "masks"};
    CHECK(wanted(state) == main_tabs + " Masks");
}

TEST_CASE("where there is too little room, the last kept tabs go first, that of the shown view stays, and then all fold") {
    Stage stage({.sample = "navigation"}, {.width = 1280, .height = 600});
    for (const Module* view : views(stage.state().modules)) stage.application().command(SetView{View{view->name}, true});
    show(stage, 1280, View::map);
    CHECK(drawn(stage) == main_tabs + " Tensors Masks Positions Design Tokens Glossary");
    show(stage, 960, View::map);
    CHECK(drawn(stage) == main_tabs + " Tensors Masks Positions Design Tokens");
    show(stage, 960, glossary);
    CHECK(drawn(stage) == main_tabs + " Tensors Masks Positions Design Glossary");
    show(stage, 700, glossary);
    CHECK(drawn(stage) == main_tabs + " Glossary");
    CHECK(stage.record().find("top/more"));
    show(stage, 645, View::map);
    CHECK(drawn(stage) == main_tabs);
    show(stage, 645, glossary);
    CHECK(drawn(stage).empty());
    CHECK(stage.record().find("top/views"));
    CHECK_FALSE(stage.record().find("top/more"));
    show(stage, 1280, View::map);
    CHECK(drawn(stage) == main_tabs + " Tensors Masks Positions Design Tokens Glossary");
}

TEST_CASE("the list under More closes where a window becomes too narrow for it") {
    Stage stage({.sample = "navigation"}, {.width = 1280, .height = 600});
    Input input;
    stage.application().command(SetMenu{"top/more"});
    stage.settle(input);
    CHECK(drawn(stage) == labels(views(stage.state().modules)));  // each either has a tab or is listed
    stage.resize(600, 600);
    stage.settle(input);
    CHECK(stage.state().menu.empty());
}

}  // namespace vitrine::tabs_test
