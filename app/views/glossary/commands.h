#pragma once
/// Commands of the glossary.

#include "app/base/command.h"
#include "app/views/glossary/state.h"

namespace vitrine {

struct SetGlossarySearch {
    TextEdit search;  ///< a changed text also selects the term that it matches best
};
void do_command(State& state, const SetGlossarySearch& command);

struct ChooseTerm {
    std::string name;  ///< clears a search that hides this term; the trail leads back from it
};
void do_command(State& state, const ChooseTerm& command);

/// The same without a change of the trail.
void return_to_term(State& state, const std::string& name);

struct MoveTerm {
    int by;  ///< among the found terms
};
void do_command(State& state, const MoveTerm& command);

/// On entering the view: scrolls the shown term into view and puts the caret behind the search.
void enter_glossary(State& state);

}  // namespace vitrine
