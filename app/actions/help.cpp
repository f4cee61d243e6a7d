/// Actions that show help.

#include "app/actions/actions.h"
#include "app/actions/palette_commands.h"
#include "app/state/start_page.h"
#include "app/state/window_commands.h"

namespace vitrine {

std::vector<Action> help_actions() {
    return {
        {.id = "help/commands",
         .label = "Find a command …",
         .menu = ActionMenu::help,
         .for_lessons = true,
         .keys = "ctrl+p ctrl+shift+p",
         .tip = "Finds every command, sample, step and tensor by words from its name.",
         .also = "palette search",
         .perform = gives(OpenPalette{PaletteScope::everything})},
        {.id = "help/menu",
         .label = "Open the menu",
         .menu = ActionMenu::help,
         .for_lessons = true,
         .listing = Listing::palette_only,
         .keys = "f10 alt",
         .tip = "Arrows move in it, Enter acts, Escape closes it.",
         .perform =
             [](const State&, Commands& commands) {
                 commands.push_back(SetMenu{"menu/file"});
                 commands.push_back(SetFocus{"menu/file/open"});
             }},
        {.id = "help/keys",
         .label = "Keys",
         .menu = ActionMenu::help,
         .for_lessons = true,
         .keys = "f1 ? shift+? shift+/",
         .tip = "Every keyboard shortcut and what it does.",
         .also = "key list shortcuts keyboard hotkeys bindings",
         .perform = gives(SetMenu{"page/keys"})},
        {.id = "help/card",
         .label = "About this model",
         .menu = ActionMenu::help,
         .for_lessons = true,
         .group = 1,
         .tip = "What the open model learned from, how good it is on what it has not seen, and what it cannot do.",
         .also = "card accuracy training data figures limits",
         .perform = gives(SetMenu{card_page}),
         .refused = [](const State& state) -> std::string { return state.run ? "" : "no model is open"; }},
        {.id = "help/about",
         .label = "About Vitrine",
         .menu = ActionMenu::help,
         .for_lessons = true,
         .group = 1,
         .tip = "What Vitrine is, and the versions of the libraries it is built with.",
         .also = "version licence",
         .perform = gives(SetMenu{"page/about"})},
    };
}

}  // namespace vitrine
