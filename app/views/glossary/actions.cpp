#include "app/base/action.h"
#include "app/state/window_commands.h"
#include "app/views/glossary/commands.h"
#include "app/views/glossary/state.h"
#include "app/views/glossary/view.h"

namespace vitrine {

namespace {

/// The palette's action that shows a term.
Action term_action(View view, const Term& term) {
    return {.id = "help/term/" + std::string(term.name),
            .label = std::string(term.name),
            .menu = ActionMenu::help,
            .for_lessons = true,
            .listing = Listing::palette_only,
            .tip = std::string(term.text),
            .also = std::string(term.also),
            .find_word = "term",
            .perform = [view, name = std::string(term.name)](const State&, Commands& commands) {
                commands.push_back(SetView{view});
                commands.push_back(ChooseTerm{name});
            }};
}

}  // namespace

std::vector<Action> glossary_actions(const Module& own) {
    const View view{own.name};
    std::vector<Action> list{{.id = "help/glossary",
                              .label = "Look up a term",
                              .menu = ActionMenu::help,
                              .for_lessons = true,
                              .tip = "In the glossary: the terms of the paper in two sentences each, and where they show.",
                              .also = "words definitions dictionary explain search",
                              .perform = [view](const State&, Commands& commands) {
                                  commands.push_back(SetView{view, true});
                                  commands.push_back(SetFocus{glossary_search_anchor});
                              }}};
    for (const Term& term : glossary()) list.push_back(term_action(view, term));
    return list;
}

}  // namespace vitrine
