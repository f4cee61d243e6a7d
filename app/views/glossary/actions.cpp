#include "app/base/action.h"
#include "app/state/window_commands.h"
#include "app/views/glossary/state.h"
#include "app/views/glossary/view.h"

namespace vitrine {

std::vector<Action> glossary_actions(const Module& own) {
    const View view{own.name};
    return {{.id = "help/glossary",
             .label = "Glossary",
             .menu = ActionMenu::help,
             .tip = "The terms of the paper in two sentences each, and where they show.",
             .also = "words definitions dictionary explain",
             .perform = gives(SetView{view})},
            {.id = "help/term",
             .label = "Look up a term",
             .menu = ActionMenu::help,
             .listing = Listing::palette_only,
             .tip = "In the view Glossary; there the key / does it.",
             .also = "glossary search words",
             .perform = [view](const State&, Commands& commands) {
                 commands.push_back(SetView{view});
                 commands.push_back(SetFocus{glossary_search_anchor});
             }}};
}

}  // namespace vitrine
