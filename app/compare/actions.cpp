/// Actions for comparing two runs, in the menu View.

#include "app/base/action.h"
#include "app/compare/commands.h"
#include "app/compare/module.h"
#include "app/state/refusals.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

Action side(ComparedSide which, const char* id, const char* label, const char* key, const char* tip) {
    return {
        .id = id,
        .label = label,
        .menu = ActionMenu::view,
        .for_lessons = true,
        .group = 2,
        .keys = key,
        .tip = tip,
        .perform = gives(ShowSide{which}),
        .refused = [](const State& state) -> std::string {
            return state.of<ComparisonView>().pinned ? "" : "no run is pinned as A";
        },
        .chosen =
            [which](const State& state) { return state.of<ComparisonView>().pinned && state.of<ComparisonView>().side == which; }};
}

}  // namespace

std::vector<Action> comparison_actions(const Module&) {
    return {{.id = "view/pin-run",
             .label = "Pin this run as A",
             .menu = ActionMenu::view,
             .for_lessons = true,
             .group = 2,
             .keys = "p",
             .tip = "Every later run is then B, shown beside it.",
             .perform = gives(PinRun{}),
             .refused = needs_run},
            {.id = "view/unpin-run",
             .label = "Unpin A",
             .menu = ActionMenu::view,
             .for_lessons = true,
             .group = 2,
             .tip = "Only B is shown from then on.",
             .perform = gives(UnpinRun{}),
             .refused = [](const State& state) -> std::string {
                 return state.of<ComparisonView>().pinned ? "" : "no run is pinned as A";
             }},
            side(ComparedSide::a, "view/side-a", "Show A", "shift+a", "The run that was pinned."),
            side(ComparedSide::b, "view/side-b", "Show B", "shift+b", "The run that your edits change."),
            side(ComparedSide::difference, "view/side-difference", "Show the difference", "shift+d", "B − A, cell by cell.")};
}

}  // namespace vitrine
