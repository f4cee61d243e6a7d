/// Files and models.

#include "app/state/action_parts.h"

namespace vitrine {

namespace {

std::string needs_request(const State& state) {
    const ModelRequest& request = state.request;
    return request.sample || request.folder || request.configuration ? "" : "no model is open";
}

}  // namespace

std::vector<Action> file_actions() {
    constexpr ActionMenu menu = ActionMenu::file;
    return {
        {.id = "file/open",
         .label = "Open …",
         .menu = menu,
         .keys = "ctrl+o",
         .tip = "A sample or a recent model. A folder or a batch file can also be dropped on the window.",
         .perform = gives(OpenPalette{PaletteScope::models})},
        {.id = "file/reopen",
         .label = "Read the model again",
         .menu = menu,
         .keys = "f5",
         .tip = "From its file, as it is now. What was altered by hand, or learned in training, is gone.",
         .perform = [](const State& state, Commands& commands) { commands.push_back(OpenModel{state.request}); },
         .refused = needs_request},
        {.id = "file/forget-recent",
         .label = "Forget the recent models",
         .menu = menu,
         .listing = Listing::palette_only,
         .tip = "Empties the list of models opened before. The models stay where they are.",
         .perform = gives(ForgetRecent{}),
         .refused = [](const State& state) -> std::string { return state.recent.empty() ? "there are none" : ""; }},
        {.id = "file/quit",
         .label = "Quit",
         .menu = menu,
         .listing = Listing::first_of_group,
         .keys = "ctrl+q",
         .tip = "Closes the window. The next start without arguments comes back to where this one ends.",
         .perform = gives(Quit{})},
    };
}

}  // namespace vitrine
