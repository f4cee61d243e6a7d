/// What the window shows, and how.

#include <cmath>

#include "app/actions/action_parts.h"
#include "app/base/command.h"
#include "app/base/manners_commands.h"
#include "app/base/selection_commands.h"
#include "app/base/state.h"
#include "app/base/window_commands.h"
#include "app/compare/comparison_commands.h"
#include "app/compare/comparison_view.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/state.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/state.h"

namespace vitrine {

namespace {

/// A tab each, with its number as its key.
std::vector<Action> tabs() {
    std::vector<Action> list;
    for (std::size_t i = 0; i < views().size(); ++i) {
        const ViewInfo& info = views()[i];
        const View view = info.view;
        list.push_back({.id = "view/" + std::string(view.name),
                        .label = std::string(info.label),
                        .menu = ActionMenu::view,
                        .keys = i < 9 ? std::to_string(i + 1) : "",
                        .tip = std::string(info.tip),
                        .perform = gives(SetView{view}),
                        .chosen = [view](const State& state) { return state.view == view; }});
    }
    return list;
}

/// A letter that changes between the map and another view.
Action toggle(View view, const char* id, const char* key) {
    return {.id = id,
            .label = "The map or " + std::string(view_info(view).label),
            .menu = ActionMenu::view,
            .listing = Listing::palette_only,
            .keys = key,
            .tip = "Changes between the two.",
            .perform = [view](const State& state, Commands& commands) {
                commands.push_back(SetView{state.view == view ? View::map : view});
            }};
}

Action aspect(Aspect which, const char* id, const char* label, const char* tip) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::view,
            .listing = which == Aspect::value ? Listing::first_of_group : Listing::entry,
            .tip = tip,
            .perform = gives(SetAspect{which}),
            .refused = [which](const State& state) -> std::string {
                if (!state.run) return needs_run(state);
                return which == Aspect::value || state.run->has_loss() ? "" : "without labels there is no loss, and no gradient";
            },
            .chosen = [which](const State& state) { return state.aspect == which; }};
}

std::vector<Action> aspects() {
    return {aspect(Aspect::value, "view/values", "Values", "The numbers themselves."),
            aspect(Aspect::gradient, "view/gradients", "Gradients", "What a little more of each number would do to the loss."),
            aspect(Aspect::both, "view/both", "Values and gradients", "One below the other."),
            {.id = "view/next-aspect",
             .label = "Values, gradients or both: the next",
             .menu = ActionMenu::view,
             .listing = Listing::palette_only,
             .keys = "g",
             .tip = "Goes from values to gradients, to both, and back.",
             .perform =
                 [](const State& state, Commands& commands) {
                     commands.push_back(SetAspect{static_cast<Aspect>((static_cast<int>(state.aspect) + 1) % 3)});
                 }},
            {.id = "view/every-term",
             .label = "Every term of a number",
             .menu = ActionMenu::view,
             .tip = "A number taken apart lists all of its terms rather than the largest.",
             .perform = [](const State& state, Commands& commands) { commands.push_back(ShowEveryTerm{!state.every_term}); },
             .chosen = [](const State& state) { return state.every_term; }}};
}

Action theme(ThemeChoice choice, const char* id, const char* label, const char* tip) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::view,
            .listing = choice == ThemeChoice::dark ? Listing::first_of_group : Listing::entry,
            .tip = tip,
            .also = "colours appearance mode",
            .perform = gives(SetThemeChoice{choice}),
            .chosen = [choice](const State& state) { return state.theme == choice; }};
}

std::vector<Action> looks() {
    return {theme(ThemeChoice::dark, "view/dark", "Dark theme", "Light text on a dark ground."),
            theme(ThemeChoice::light, "view/light", "Light theme", "Dark text on a light ground."),
            theme(ThemeChoice::system, "view/system", "Theme of the desktop", "As the desktop is set; dark where it does not say."),
            {.id = "view/motion",
             .label = "Reduced motion",
             .menu = ActionMenu::view,
             .keys = "m",
             .tip = "What moves on the screen is there at once instead of gliding.",
             .also = "animation accessibility",
             .perform =
                 [](const State& state, Commands& commands) {
                     commands.push_back(SetMotion{state.of<MapView>().motion == Motion::eased ? Motion::at_once : Motion::eased});
                 },
             .chosen = [](const State& state) { return state.of<MapView>().motion == Motion::at_once; }}};
}

constexpr double scale_step = 0.25;

Action scale_by(double by, const char* id, const char* label, const char* keys) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::view,
            .listing = by > 0 ? Listing::first_of_group : Listing::entry,
            .keys = keys,
            .tip = "The whole interface, by a quarter of its usual size.",
            .also = "zoom scale interface text size",
            .perform = [by](const State& state, Commands& commands) { commands.push_back(SetScale{state.scale + by}); },
            .refused = [by](const State& state) -> std::string {
                if (by > 0) return state.scale >= 3 ? "it is as large as it gets" : "";
                return state.scale <= 0.75 ? "it is as small as it gets" : "";
            }};
}

Action scale_to(int percent) {
    return {.id = "view/scale-" + std::to_string(percent),
            .label = std::to_string(percent) + " %",
            .menu = ActionMenu::view,
            .keys = percent == 100 ? "ctrl+0" : "",
            .tip = "The size of the interface.",
            .also = "zoom scale text",
            .perform = gives(SetScale{percent / 100.0}),
            .chosen = [percent](const State& state) { return std::abs(state.scale - percent / 100.0) < 0.005; }};
}

std::vector<Action> scales() {
    std::vector<Action> list{scale_by(scale_step, "view/larger", "Larger", "ctrl++ ctrl+= ctrl+shift+= ctrl+shift++"),
                             scale_by(-scale_step, "view/smaller", "Smaller", "ctrl+-")};
    for (const int percent : {100, 125, 150, 200}) list.push_back(scale_to(percent));
    return list;
}

/// A button of one view that has a name: only the palette lists it.
template <class Choices, class Give, class Is>
void add_choices(std::vector<Action>& list, View view, const Choices& choices, const char* of, Give give, Is is) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
        list.push_back({.id = "view/" + std::string(view.name) + "-" + of + "-" + std::string(choices[i].name),
                        .label = std::string(view_info(view).label) + ": " + of + " " + std::string(choices[i].label),
                        .menu = ActionMenu::view,
                        .listing = Listing::palette_only,
                        .tip = std::string(choices[i].tip),
                        .perform =
                            [view, give, i](const State& state, Commands& commands) {
                                if (state.view != view) commands.push_back(SetView{view});
                                commands.push_back(give(i));
                            },
                        .refused = needs_run,
                        .chosen = [is, i](const State& state) { return is(state) == i; }});
    }
}

std::vector<Action> choices_of_views() {
    std::vector<Action> list;
    add_choices(
        list, View::tensors, ranges(), "colours of", [](std::size_t i) { return SetRange{static_cast<RangeOf>(i)}; },
        [](const State& state) { return static_cast<std::size_t>(state.of<TensorsView>().range); });
    add_choices(
        list, View::tensors, zooms(), "show", [](std::size_t i) { return SetZoom{static_cast<Zoom>(i)}; },
        [](const State& state) { return static_cast<std::size_t>(state.of<TensorsView>().zoom); });
    add_choices(
        list, View::attention, attention_stages(), "show",
        [](std::size_t i) { return SetAttentionStage{static_cast<AttentionStage>(i)}; },
        [](const State& state) { return static_cast<std::size_t>(state.of<AttentionView>().stage); });
    return list;
}

Action side(ComparedSide which, const char* id, const char* label, const char* key, const char* tip) {
    return {
        .id = id,
        .label = label,
        .menu = ActionMenu::view,
        .keys = key,
        .tip = tip,
        .perform = gives(ShowSide{which}),
        .refused = [](const State& state) -> std::string {
            return state.of<ComparisonView>().pinned ? "" : "no run is pinned as A";
        },
        .chosen =
            [which](const State& state) { return state.of<ComparisonView>().pinned && state.of<ComparisonView>().side == which; }};
}

std::vector<Action> comparison() {
    return {{.id = "view/pin-run",
             .label = "Pin this run as A",
             .menu = ActionMenu::view,
             .listing = Listing::first_of_group,
             .keys = "p",
             .tip = "Every run that comes after is B beside it.",
             .perform = gives(PinRun{}),
             .refused = needs_run},
            {.id = "view/unpin-run",
             .label = "Let go of A",
             .menu = ActionMenu::view,
             .tip = "B alone is shown again.",
             .perform = gives(UnpinRun{}),
             .refused = [](const State& state) -> std::string {
                 return state.of<ComparisonView>().pinned ? "" : "no run is pinned as A";
             }},
            side(ComparedSide::a, "view/side-a", "Show A", "shift+a", "The run that was pinned."),
            side(ComparedSide::b, "view/side-b", "Show B", "shift+b", "The run that edits act on."),
            side(ComparedSide::difference, "view/side-difference", "Show the difference", "shift+d", "B − A, number by number.")};
}

Action transcript_page() {
    return {.id = "view/transcript",
            .label = "Transcript of this step",
            .menu = ActionMenu::view,
            .listing = Listing::first_of_group,
            .keys = "ctrl+t",
            .tip = "Everything about the current step as plain text, as a screen reader or a braille terminal wants it.",
            .perform = gives(SetMenu{"page/transcript"}),
            .refused = needs_run};
}

}  // namespace

std::vector<Action> view_actions() {
    std::vector<Action> list = tabs();
    list.push_back(toggle(View::train, "view/toggle-train", "t"));
    list.push_back(toggle(View::attention, "view/toggle-attention", "a"));
    list.push_back(toggle(View::tokens, "view/toggle-tokens", "w"));
    for (auto part : {aspects, comparison, looks, scales, choices_of_views}) {
        for (Action& action : part()) list.push_back(std::move(action));
    }
    list.push_back(transcript_page());
    return list;
}

}  // namespace vitrine
