#pragma once
/// Commands of the glossary.

#include "app/base/command.h"
#include "app/views/glossary/state.h"

namespace vitrine {

struct SetGlossarySearch {
    TextEdit search;  ///< a change of the text also selects the best match
};
void do_command(State& state, const SetGlossarySearch& command);

struct ChooseTerm {
    std::string name;  ///< clears a search that hides this term; the trail leads back
};
void do_command(State& state, const ChooseTerm& command);

/// The same, but without a change of the trail.
void return_to_term(State& state, const std::string& name);

struct MoveTerm {
    int by;  ///< number of found terms to move by
};
void do_command(State& state, const MoveTerm& command);

/// On entering the view: scrolls the shown term into view, and puts the caret at the end of the search.
void enter_glossary(State& state);

}  // namespace vitrine
