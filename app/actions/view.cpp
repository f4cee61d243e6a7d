/// Actions about what the window shows, and how.

#include <cmath>

#include "app/actions/actions.h"
#include "app/run/run.h"
#include "app/state/refusals.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

/// An action for each tab, with its number as its key.
std::vector<Action> tabs(Modules modules) {
    std::vector<Action> list;
    for (const Module* module : views(modules)) {
        const View view{module->name};
        list.push_back({.id = "view/" + std::string(module->name),
                        .label = std::string(module->label),
                        .menu = ActionMenu::view,
                        .for_lessons = true,
                        .keys = list.size() < 9 ? std::to_string(list.size() + 1) : "",
                        .tip = std::string(module->tip),
                        .also = std::string(module->also),
                        .perform = gives(SetView{view, true}),
                        .chosen = [view](const State& state) { return state.view == view; }});
    }
    return list;
}

/// Why only values can be shown; empty: gradients can be shown, too.
std::string gradient_refusal(const State& state) {
    if (!state.run) return needs_run(state);
    return state.run->has_loss() ? "" : "without labels there is no loss, and no gradient";
}

Action aspect(Aspect which, const char* id, const char* label, const char* tip) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::view,
            .for_lessons = true,
            .group = 1,
            .tip = tip,
            .perform = gives(SetAspect{which}),
            .refused = [which](const State& state) -> std::string {
                return which == Aspect::value ? needs_run(state) : gradient_refusal(state);
            },
            .chosen = [which](const State& state) { return state.aspect == which; }};
}

std::vector<Action> aspects() {
    return {aspect(Aspect::value, "view/values", "Values", "The values of the tensor."),
            aspect(Aspect::gradient, "view/gradients", "Gradients", "How the loss changes when each number is raised a little."),
            aspect(Aspect::both, "view/both", "Values and gradients", "One below the other."),
            aspect(Aspect::product, "view/products", "Value × gradient",
                   "How much each number contributes to the loss, by a first-order estimate."),
            {.id = "view/next-aspect",
             .label = "Values, gradients, both or value × gradient: the next",
             .menu = ActionMenu::view,
             .for_lessons = true,
             .group = 1,
             .listing = Listing::palette_only,
             .keys = "g",
             .tip = "Goes from values to gradients, to both, to value × gradient, and back.",
             .perform =
                 [](const State& state, Commands& commands) {
                     commands.push_back(SetAspect{static_cast<Aspect>((static_cast<int>(state.aspect) + 1) % 4)});
                 },
             .refused = gradient_refusal},
            {.id = "view/every-term",
             .label = "All terms of a number",
             .menu = ActionMenu::view,
             .for_lessons = true,
             .group = 1,
             .tip = "The inspector lists all terms of the selected number, not only the largest.",
             .perform = [](const State& state, Commands& commands) { commands.push_back(ShowEveryTerm{!state.every_term}); },
             .chosen = [](const State& state) { return state.every_term; }}};
}

Action theme(ThemeChoice choice, const char* id, const char* label, const char* tip) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::view,
            .for_lessons = true,
            .group = 3,
            .tip = tip,
            .also = "colours appearance mode",
            .perform = gives(SetThemeChoice{choice}),
            .chosen = [choice](const State& state) { return state.theme == choice; }};
}

Action share_colours(ShareColours colours, const char* id, const char* label, const char* tip) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::view,
            .for_lessons = true,
            .group = 2,
            .tip = tip,
            .also = "attention weights probabilities legend scale heatmap colors",
            .perform = gives(SetShareColours{colours}),
            .chosen = [colours](const State& state) { return state.share_colours == colours; }};
}

std::vector<Action> ranges_of_colours() {
    return {share_colours(ShareColours::automatic, "view/shares", "Colours of weights by their count",
                          "Attention weights and probabilities: rows of up to 24 are coloured from 0 to 1, longer ones up to their "
                          "largest value."),
            share_colours(ShareColours::to_one, "view/shares-to-one", "Colours of weights from 0 to 1",
                          "The same colour means the same weight everywhere."),
            share_colours(ShareColours::to_largest, "view/shares-to-largest", "Colours of weights up to the largest",
                          "Scaled to each tensor, so that small differences show.")};
}

std::vector<Action> looks() {
    return {theme(ThemeChoice::dark, "view/dark", "Dark theme", "Light text on a dark ground."),
            theme(ThemeChoice::light, "view/light", "Light theme", "Dark text on a light ground."),
            theme(ThemeChoice::system, "view/system", "Theme of the desktop",
                  "Follows the desktop; dark where the desktop does not say."),
            {.id = "view/motion",
             .label = "Reduced motion",
             .menu = ActionMenu::view,
             .for_lessons = true,
             .group = 3,
             .keys = "m",
             .tip = "No animations: whatever moves is at its destination at once.",
             .also = "animation accessibility",
             .perform =
                 [](const State& state, Commands& commands) {
                     commands.push_back(SetMotion{state.motion == Motion::eased ? Motion::at_once : Motion::eased});
                 },
             .chosen = [](const State& state) { return state.motion == Motion::at_once; }}};
}

constexpr double scale_step = 0.25;

Action scale_by(double by, const char* id, const char* label, const char* keys) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::view,
            .for_lessons = true,
            .group = 4,
            .keys = keys,
            .tip = "Scales the whole interface by a quarter of its usual size.",
            .also = "zoom scale interface text size",
            .perform = [by](const State& state, Commands& commands) { commands.push_back(SetScale{state.scale + by}); },
            .refused = [by](const State& state) -> std::string {
                if (by > 0) return state.scale >= state.most_scale ? "this is the largest size for this window" : "";
                return state.scale <= 0.75 ? "this is the smallest size" : "";
            }};
}

Action scale_to(int percent) {
    return {.id = "view/scale-" + std::to_string(percent),
            .label = std::to_string(percent) + " %",
            .menu = ActionMenu::view,
            .for_lessons = true,
            .group = 4,
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

}  // namespace

std::vector<Action> view_actions(Modules modules) {
    std::vector<Action> list = tabs(modules);
    for (auto part : {aspects, ranges_of_colours, looks, scales}) {
        for (Action& action : part()) list.push_back(std::move(action));
    }
    return list;
}

}  // namespace vitrine
