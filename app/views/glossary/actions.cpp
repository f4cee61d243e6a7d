#include "app/base/action.h"
#include "app/state/window_commands.h"
#include "app/views/glossary/state.h"
#include "app/views/glossary/view.h"

namespace vitrine {

std::vector<Action> glossary_actions(const Module& own) {
    const View view{own.name};
    return {{.id = "help/glossary",
             .label = "Look up a term",
             .menu = ActionMenu::help,
             .tip = "In the glossary: the terms of the paper in two sentences each, and where they show.",
             .also = "words definitions dictionary explain search",
             .perform = [view](const State&, Commands& commands) {
                 commands.push_back(SetView{view});
                 commands.push_back(SetFocus{glossary_search_anchor});
             }}};
}

}  // namespace vitrine
