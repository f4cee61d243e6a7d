/// Actions for models and files.

#include "app/actions/actions.h"
#include "app/actions/palette_commands.h"
#include "app/base/browser.h"
#include "app/opening/commands.h"
#include "app/opening/refusals.h"
#include "app/state/window_commands.h"

namespace vitrine {

std::vector<Action> file_actions() {
    std::vector<Action> list{
        {.id = "file/open",
         .label = "Open a model …",
         .menu = ActionMenu::file,
         .keys = "ctrl+o",
         .tip = "A sample or a recent model. A folder or a batch file can also be dropped on the window.",
         .also = "load file folder sample checkpoint weights own mine",
         .perform = gives(OpenPalette{PaletteScope::models})},
        {.id = "file/reopen",
         .label = "Read the model again",
         .menu = ActionMenu::file,
         .keys = "f5 alt+r",
         .tip = "From its file as it is now. Your changes are kept, or Undo brings them back.",
         .also = "reload refresh",
         .perform = [](const State& state, Commands& commands) { commands.push_back(OpenModel{state.request}); },
         .refused = needs_request},
        {.id = "file/forget-recent",
         .label = "Forget the recent models",
         .menu = ActionMenu::file,
         .listing = Listing::palette_only,
         .tip = "Empties the list of models opened before. The models stay where they are.",
         .perform = gives(ForgetRecent{}),
         .refused = [](const State& state) -> std::string { return state.recent.empty() ? "there are none" : ""; }},
    };
    if (in_browser) {  // a browser closes pages itself
        list.push_back(
            {.id = "file/choose-files",
             .label = "Files of this device …",
             .menu = ActionMenu::file,
             .tip = "The same as dropping them here: config.json with model.safetensors, a batch, weights, a trace or a lesson.",
             .also = "open load upload choose browse phone tablet",
             .perform = gives(ChooseFiles{})});
        return list;
    }
    list.push_back(
        {.id = "file/quit",
         .label = "Quit",
         .menu = ActionMenu::file,
         .group = 3,
         .keys = "ctrl+q",
         .tip = "Closes the window. The next start without arguments opens where you left off, and a training goes on from there.",
         .also = "exit leave close",
         .perform = gives(Quit{})});
    return list;
}

}  // namespace vitrine
