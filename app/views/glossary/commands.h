#pragma once
/// What can be done in the glossary.

#include "app/base/command.h"
#include "app/views/glossary/state.h"

namespace vitrine {

struct SetGlossarySearch {
    TextEdit search;  ///< with another text, the term that it finds best becomes the one that is read
};
void do_command(State& state, const SetGlossarySearch& command);

struct ChooseTerm {
    std::string name;  ///< a search that hides it goes
};
void do_command(State& state, const ChooseTerm& command);

struct MoveTerm {
    int by;  ///< among those found
};
void do_command(State& state, const MoveTerm& command);

/// The view has been asked for: its term comes into view, and whoever types goes on behind the search.
void enter_glossary(State& state);

}  // namespace vitrine
