/// Actions of decoding in the menu Run.

#include "app/base/action.h"
#include "app/edit/editing.h"
#include "app/state/refusals.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/generate/beams_win.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/view.h"

namespace vitrine {

namespace {

std::string needs_answer(const State& state) {
    if (!state.run) return needs_run(state);
    if (decoded_of(state)) return "";
    return state.of<GenerateView>().problem.empty() ? "nothing has been decoded yet: open the view Generate first"
                                                    : state.of<GenerateView>().problem;
}

Action grow() {
    return {.id = "run/grow",
            .label = "Grow the sentence",
            .menu = ActionMenu::run,
            .for_lessons = true,
            .group = 3,
            .keys = "space",
            .key_views = {View::generate},
            .tip = "Shows the decoding token by token, slowly enough to follow.",
            .also = "generate decode play",
            .perform =
                [](const State& state, Commands& commands) {
                    if (state.view != View::generate) commands.push_back(SetView{View::generate});
                    commands.push_back(GrowSentence{!state.of<GenerateView>().grown});
                },
            .refused = needs_answer,
            .label_now = [](const State& state) -> std::string {
                return state.of<GenerateView>().grown ? "Show the whole sentence" : "Grow the sentence";
            }};
}

Action strategy(Strategy which) {
    const StrategyInfo& info = strategies()[static_cast<std::size_t>(which)];
    return {.id = "run/strategy-" + std::string(info.name),
            .label = "Decode: " + std::string(info.label),
            .menu = ActionMenu::run,
            .for_lessons = true,
            .group = 3,
            .tip = "In Generate: " + std::string(info.tip) + ".",
            .also = "generate search sampling",
            .perform =
                [which](const State& state, Commands& commands) {
                    if (state.view != View::generate) commands.push_back(SetView{View::generate});
                    DecodeOptions options = state.of<GenerateView>().options;
                    options.strategy = which;
                    commands.push_back(SetDecoding{options});
                },
            .refused = needs_run,
            .chosen = [which](const State& state) { return state.of<GenerateView>().options.strategy == which; }};
}

std::string needs_beams_page(const State& state) {
    if (!state.run) return needs_run(state);
    return has_beams_page(state) ? ""
                                 : "neither is a target of this sentence known, nor has the model a card with figures of beams";
}

Action beams_page() {
    return {.id = "run/beams-page",
            .label = "What beams win",
            .menu = ActionMenu::run,
            .for_lessons = true,
            .group = 3,
            .tip = "In Generate: greedy decoding against beam search, on this sentence and on held-out text.",
            .also = "generate bleu chrf scores held-out translations quality",
            .perform =
                [](const State& state, Commands& commands) {
                    const bool is_shown = state.view == View::generate && state.of<GenerateView>().beams_page;
                    if (state.view != View::generate) commands.push_back(SetView{View::generate});
                    commands.push_back(ShowBeamsPage{!is_shown});
                },
            .refused = needs_beams_page,
            .chosen = [](const State& state) { return state.of<GenerateView>().beams_page && has_beams_page(state); }};
}

std::string needs_forced(const State& state) {
    if (!state.run) return needs_run(state);
    return state.of<GenerateView>().options.forced.empty() ? "no token is set by hand in Generate" : "";
}

std::vector<Action> forcing() {
    return {{.id = "run/stop-forcing",
             .label = "Back to what the model chooses",
             .menu = ActionMenu::run,
             .for_lessons = true,
             .group = 3,
             .tip = "In Generate, after you have set a token by hand.",
             .perform = gives(StopForcing{}),
             .refused = needs_forced},
            {.id = "run/compare-forced",
             .label = "Compare with what the model chooses",
             .menu = ActionMenu::run,
             .for_lessons = true,
             .group = 3,
             .tip = "The best sentence without the token that you set by hand becomes A, the best one with it B.",
             .perform = gives(CompareForced{}),
             .refused = [](const State& state) -> std::string {
                 if (const std::string why = needs_forced(state); !why.empty()) return why;
                 return can_compare_forced(state) ? why_not_edited(state) : "it is still being decoded";
             }}};
}

}  // namespace

std::vector<Action> generate_actions(const Module&) {
    std::vector<Action> list{grow()};
    for (const Strategy which : {Strategy::greedy, Strategy::sample, Strategy::beam}) list.push_back(strategy(which));
    list.push_back(beams_page());
    for (Action& action : forcing()) list.push_back(std::move(action));
    return list;
}

}  // namespace vitrine
