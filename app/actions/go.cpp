/// From step to step, from number to number, and about the map.

#include "app/actions/action_parts.h"
#include "app/actions/palette_view.h"
#include "app/base/command.h"
#include "app/base/manners_commands.h"
#include "app/base/selection_commands.h"
#include "app/base/state.h"
#include "app/base/transport_commands.h"
#include "app/base/window_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "app/views/tensors/search.h"

namespace vitrine {

namespace {

/// Where arrows, Home and End are the run's: elsewhere they go from cell to cell.
constexpr ViewSet player_views{View::map, View::train};

std::string at_end(const State& state) {
    if (!state.run) return needs_run(state);
    return state.step < state.run->last_step() ? "" : "this is the last step";
}

std::string at_start(const State& state) {
    if (!state.run) return needs_run(state);
    return state.step > 0 ? "" : "this is the first step";
}

std::vector<Action> steps() {
    const auto last = [](const State& state, Commands& commands) { commands.push_back(GoToStep{state.run->last_step()}); };
    return {{.id = "go/next-step",
             .label = "Next step",
             .menu = ActionMenu::go,
             .keys = "right",
             .key_views = player_views,
             .tip = "The operation after this one.",
             .perform = gives(MoveStep{1}),
             .refused = at_end},
            {.id = "go/previous-step",
             .label = "Step before",
             .menu = ActionMenu::go,
             .keys = "left",
             .key_views = player_views,
             .tip = "The operation before this one.",
             .perform = gives(MoveStep{-1}),
             .refused = at_start},
            {.id = "go/first-step",
             .label = "First step",
             .menu = ActionMenu::go,
             .keys = "home",
             .key_views = player_views,
             .tip = "The beginning of the run.",
             .perform = gives(GoToStep{0}),
             .refused = needs_run},
            {.id = "go/last-step",
             .label = "Last step",
             .menu = ActionMenu::go,
             .keys = "end",
             .key_views = player_views,
             .tip = "The end of the run.",
             .perform = last,
             .refused = needs_run},
            {.id = "go/step",
             .label = "Go to step …",
             .menu = ActionMenu::go,
             .keys = "ctrl+g",
             .tip = "Any operation, by a part of its name or its number.",
             .perform = gives(OpenPalette{PaletteScope::steps}),
             .refused = needs_run}};
}

std::vector<Action> numbers() {
    return {{.id = "go/back",
             .label = "Back",
             .menu = ActionMenu::go,
             .listing = Listing::first_of_group,
             .keys = "alt+left",
             .tip = "To the number that was selected before this one.",
             .perform = gives(GoBack{}),
             .refused = [](const State& state) -> std::string { return state.trail.has_back() ? "" : "there is none before"; }},
            {.id = "go/forward",
             .label = "Forward",
             .menu = ActionMenu::go,
             .keys = "alt+right",
             .tip = "To the number one came back from.",
             .perform = gives(GoForward{}),
             .refused = [](const State& state) -> std::string { return state.trail.has_forward() ? "" : "there is none after"; }},
            {.id = "go/tensor",
             .label = "Go to tensor …",
             .menu = ActionMenu::go,
             .keys = "ctrl+k",
             .tip = "Any tensor or parameter, by parts of its path.",
             .perform = gives(OpenPalette{PaletteScope::tensors}),
             .refused = needs_run},
            {.id = "go/search",
             .label = "Search the list of tensors",
             .menu = ActionMenu::go,
             .keys = "ctrl+f",
             .tip = "In the view Tensors.",
             .perform =
                 [](const State& state, Commands& commands) {
                     if (state.view != View::tensors) commands.push_back(SetView{View::tensors});
                     commands.push_back(SetFocus{tensors_search_anchor});
                 },
             .refused = needs_run},
            {.id = "go/let-go",
             .label = "Let the selected number go",
             .menu = ActionMenu::go,
             .listing = Listing::palette_only,
             .tip = "As Escape does.",
             .perform = gives(ClearCell{}),
             .refused = needs_cell}};
}

/// Another sentence or head, round and round.
Action turn(const char* id, const char* label, const char* tip, int by, bool heads) {
    const auto count = [heads](const State& state) { return heads ? head_count(*state.run) : sentence_count(*state.run); };
    return {.id = id,
            .label = label,
            .menu = ActionMenu::go,
            .listing = !heads && by > 0 ? Listing::first_of_group : Listing::entry,
            .keys = heads ? (by > 0 ? "]" : "[") : (by > 0 ? "." : ","),
            .tip = tip,
            .perform =
                [=](const State& state, Commands& commands) {
                    const Size now = heads ? state.selection.head : state.selection.sentence, all = count(state);
                    const Size next = (now + by + all) % all;
                    commands.push_back(heads ? Command(SelectHead{next}) : Command(SelectSentence{next}));
                },
            .refused = [=](const State& state) -> std::string {
                if (!state.run) return needs_run(state);
                return count(state) > 1 ? "" : "there is only one";
            }};
}

std::string needs_map(const State& state) {
    if (const std::string why = needs_view(state, View::map); !why.empty()) return why;
    return state.of<MapView>().layout ? "" : "there is no map of it";
}

Action zoom(const char* id, const char* label, const char* keys, double factor) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::go,
            .keys = keys,
            .key_views = {View::map},
            .tip = "The map, as the wheel does.",
            .perform =
                [factor](const State& state, Commands& commands) {
                    MapCamera camera = resting_camera(state.of<MapView>());
                    camera.zoom *= factor;
                    commands.push_back(MoveMap{camera, Motion::eased});
                },
            .refused = needs_map};
}

using Place = std::string (*)(const State&);

Action frame(const char* id, const char* label, const char* tip, Place place) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::go,
            .tip = tip,
            .perform = [place](const State& state, Commands& commands) { commands.push_back(FrameMap{place(state)}); },
            .refused = needs_map};
}

std::vector<Action> map_places() {
    std::vector<Action> list{
        frame("go/whole", "The whole model", "All of the map.", [](const State&) -> std::string { return ""; }),
        frame("go/encoder", "The encoder", "The left half of the map.", [](const State&) -> std::string { return "encoder"; }),
        frame("go/decoder", "The decoder", "The right half of the map.", [](const State&) -> std::string { return "decoder"; }),
        frame("go/block", "The block of this step", "The box on the map in which the current operation happens.",
              [](const State& state) { return state.run->outline().block_of(state.step).id; }),
        frame("go/selected", "The selected tensor", "Where it is computed.",
              [](const State& state) { return "tensor/" + state.selection.tensor; }),
        frame("go/out", "One level out", "As Escape does.", [](const State& state) { return outwards(state.of<MapView>()); })};
    list.front().listing = Listing::first_of_group;
    list.front().keys = "0";
    list.front().key_views = {View::map};
    list.push_back(zoom("go/nearer", "Nearer", "+ = shift+= shift++", 1.25));
    list.push_back(zoom("go/farther", "Farther", "-", 1 / 1.25));
    return list;
}

}  // namespace

std::vector<Action> go_actions() {
    std::vector<Action> list = steps();
    for (Action& action : numbers()) list.push_back(std::move(action));
    list.push_back(turn("go/next-sentence", "Next sentence", "Of the batch.", 1, false));
    list.push_back(turn("go/previous-sentence", "Sentence before", "Of the batch.", -1, false));
    list.push_back(turn("go/next-head", "Next head", "Of the attentions.", 1, true));
    list.push_back(turn("go/previous-head", "Head before", "Of the attentions.", -1, true));
    for (Action& action : map_places()) list.push_back(std::move(action));
    for (Action& action : token_actions()) list.push_back(std::move(action));
    return list;
}

}  // namespace vitrine
