#include "app/views/glossary/commands.h"

#include <algorithm>
#include <utility>

#include "app/state/state.h"

namespace vitrine {

namespace {

void show_term(State& state, const Term& term) {
    GlossaryView& view = state.of<GlossaryView>();
    if (view.term != term.name) state.scroll.erase("glossary");
    view.term = term.name;
    state.reveal.insert(term_anchor(term));
}

}  // namespace

void do_command(State& state, const SetGlossarySearch& command) {
    GlossaryView& view = state.of<GlossaryView>();
    const TextEdit before = std::exchange(view.search, with_valid_caret(command.search));
    if (view.search.text == before.text) return;
    state.scroll.erase("glossary/list");
    const auto found = found_terms(view.search.text);
    const bool finds = !view.search.text.empty() && !found.empty();
    show_term(state, finds ? *found.front() : shown_term(state));
}

void do_command(State& state, const ChooseTerm& command) {
    const Term* term = find_term(command.name);
    if (!term) return;
    if (state.view == glossary_place(*term).view) state.trail.go(glossary_place(shown_term(state)));
    return_to_term(state, command.name);
    state.trail.go(glossary_place(*term));
}

void return_to_term(State& state, const std::string& name) {
    const Term* term = find_term(name);
    if (!term) return;
    GlossaryView& view = state.of<GlossaryView>();
    if (std::ranges::count(found_terms(view.search.text), term) == 0) view.search = {};
    show_term(state, *term);
}

void do_command(State& state, const MoveTerm& command) {
    const auto found = found_terms(state.of<GlossaryView>().search.text);
    if (found.empty()) return;
    const auto here = std::ranges::find(found, &shown_term(state));
    const int last = static_cast<int>(found.size()) - 1;
    const int place = here == found.end() ? 0 : std::clamp(static_cast<int>(here - found.begin()) + command.by, 0, last);
    show_term(state, *found[static_cast<std::size_t>(place)]);
}

void enter_glossary(State& state) {
    GlossaryView& view = state.of<GlossaryView>();
    view.search = typed_text(view.search.text);
    state.reveal.insert(term_anchor(shown_term(state)));
}

}  // namespace vitrine
