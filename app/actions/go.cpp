/// Actions that go from step to step and from number to number.

#include "app/actions/actions.h"
#include "app/actions/palette_commands.h"
#include "app/run/run.h"
#include "app/state/place.h"
#include "app/state/refusals.h"
#include "app/state/selection_commands.h"
#include "app/state/start_page.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

/// Views in which arrows, Home and End move in the run. In other views they go from cell to cell.
constexpr ViewSet player_views{View::map, View::train};

std::string at_end(const State& state) {
    if (!state.run) return needs_run(state);
    return film_place(state) < film_of(*state.run).places() - 1 ? "" : "this is the last step";
}

std::string at_start(const State& state) {
    if (!state.run) return needs_run(state);
    return film_place(state) > 0 ? "" : "this is the first step";
}

std::string no_other_pass(const State& state) {
    if (!state.run) return needs_run(state);
    if (!state.run->has_loss()) return "without labels there is no loss and so no backward pass";
    return film_of(*state.run).place_of_backward(state.step) ? "" : "no gradient goes through this operation";
}

std::vector<Action> steps() {
    return {
        {.id = "go/next-step",
         .label = "Next step",
         .menu = ActionMenu::go,
         .for_lessons = true,
         .keys = "right",
         .key_views = player_views,
         .tip = "The following operation.",
         .perform = gives(MoveStep{1}),
         .refused = at_end},
        {.id = "go/previous-step",
         .label = "Previous step",
         .menu = ActionMenu::go,
         .for_lessons = true,
         .keys = "left",
         .key_views = player_views,
         .tip = "The previous operation.",
         .perform = gives(MoveStep{-1}),
         .refused = at_start},
        {.id = "go/first-step",
         .label = "First step",
         .menu = ActionMenu::go,
         .for_lessons = true,
         .keys = "home",
         .key_views = player_views,
         .tip = "The first operation of the run.",
         .perform = [](const State& state, Commands& commands) { commands.push_back(MoveStep{-film_place(state)}); },
         .refused = needs_run},
        {.id = "go/last-step",
         .label = "Last step",
         .menu = ActionMenu::go,
         .for_lessons = true,
         .keys = "end",
         .key_views = player_views,
         .tip = "The end of the forward pass; from there, the end of the backward pass; from there, the update of the parameters.",
         .perform = [](const State& state, Commands& commands) { commands.push_back(MoveStep{steps_to_end(state)}); },
         .refused = needs_run},
        {.id = "go/other-pass",
         .label = "This operation in the backward pass, or back in the forward pass",
         .menu = ActionMenu::go,
         .for_lessons = true,
         .keys = "b",
         .key_views = player_views,
         .tip = "How the backward pass differentiates this operation: the gradients of all its inputs.",
         .perform =
             [](const State& state, Commands& commands) {
                 commands.push_back(GoToPhase{state.phase == Phase::forward ? Phase::backward : Phase::forward});
             },
         .refused = no_other_pass},
        {.id = "go/step",
         .label = "Go to step …",
         .menu = ActionMenu::go,
         .for_lessons = true,
         .keys = "ctrl+g",
         .tip = "Any operation, by its number or a part of its name.",
         .perform = gives(OpenPalette{PaletteScope::steps}),
         .refused = needs_run}};
}

void go_back(const State& state, Commands& commands) {
    if (state.trail.has_back()) return commands.push_back(GoBack{});
    commands.push_back(SetMenu{start_page});
}

std::vector<Action> numbers() {
    return {{.id = "go/back",
             .label = "Back",
             .menu = ActionMenu::go,
             .for_lessons = true,
             .group = 1,
             .keys = "alt+left",
             .tip = "To the number selected before or the glossary term you came from; at last to the first page.",
             .perform = go_back,
             .refused = needs_run},
            {.id = "go/forward",
             .label = "Forward",
             .menu = ActionMenu::go,
             .for_lessons = true,
             .group = 1,
             .keys = "alt+right",
             .tip = "To where you were before going back.",
             .perform = gives(GoForward{}),
             .refused = [](const State& state) -> std::string {
                 return state.trail.has_forward() ? "" : "there is nothing to go forward to";
             }},
            {.id = "go/tensor",
             .label = "Go to tensor …",
             .menu = ActionMenu::go,
             .for_lessons = true,
             .group = 1,
             .keys = "ctrl+k",
             .tip = "Any tensor or parameter, by parts of its path.",
             .perform = gives(OpenPalette{PaletteScope::tensors}),
             .refused = needs_run},
            {.id = "go/let-go",
             .label = "Clear the selection",
             .menu = ActionMenu::go,
             .for_lessons = true,
             .group = 1,
             .listing = Listing::palette_only,
             .tip = "The same as Escape.",
             .perform = gives(ClearCell{}),
             .refused = needs_cell}};
}

/// Goes to another sentence or head, starting again at the end.
Action turn(const char* id, const char* label, const char* tip, int by, bool heads) {
    const auto count = [heads](const State& state) { return heads ? head_count(*state.run) : sentence_count(*state.run); };
    return {.id = id,
            .label = label,
            .menu = ActionMenu::go,
            .for_lessons = true,
            .group = 2,
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

}  // namespace

std::vector<Action> go_actions() {
    std::vector<Action> list = steps();
    for (Action& action : numbers()) list.push_back(std::move(action));
    list.push_back(turn("go/next-sentence", "Next sentence", "Of the batch.", 1, false));
    list.push_back(turn("go/previous-sentence", "Previous sentence", "Of the batch.", -1, false));
    list.push_back(turn("go/next-head", "Next head", "Of the attentions.", 1, true));
    list.push_back(turn("go/previous-head", "Previous head", "Of the attentions.", -1, true));
    return list;
}

}  // namespace vitrine
