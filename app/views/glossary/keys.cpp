#include "app/panel/typed_text.h"
#include "app/views/glossary/commands.h"
#include "app/views/glossary/view.h"

namespace vitrine {

namespace {

/// The number of terms by which a key moves; 0: it does not.
int term_move(std::string_view key) {
    constexpr int page = 10;
    if (key == "up" || key == "down") return key == "up" ? -1 : 1;
    if (key == "pageup" || key == "pagedown") return key == "pageup" ? -page : page;
    return 0;
}

/// The anchor of the term that a search selects, whether typed in this frame or before; empty if nothing is found.
std::string anchor_found(const State& state, const std::string& search) {
    const auto found = found_terms(search);
    if (found.empty()) return {};
    return term_anchor(search == state.of<GlossaryView>().search.text ? shown_term(state) : *found.front());
}

}  // namespace

bool is_looking_up(const State& state) { return state.focus == glossary_search_anchor && state.menu.empty(); }

int type_lookup(const Input& input, const State& state, std::string& focus, Commands& commands) {
    const auto [search, keys] = typed_into(state.of<GlossaryView>().search, input, commands);
    Commands moves;
    int leaves = 0;
    for (const std::string& key : keys) {
        if (key == "escape") focus.clear();
        if (key == "enter") focus = anchor_found(state, search.text);
        if (key == "tab" || key == "shift+tab") leaves = key == "tab" ? 1 : -1;
        if (const int by = term_move(key)) moves.push_back(MoveTerm{by});
    }
    if (!(search == state.of<GlossaryView>().search)) commands.push_back(SetGlossarySearch{search});
    commands.insert(commands.end(), moves.begin(), moves.end());
    return leaves;
}

void press_in_glossary(std::string_view key, const State&, std::string& focus, Commands& commands) {
    if (!focus.empty() && !focus.starts_with(term_anchor_start)) return;
    const int all = static_cast<int>(glossary().size());
    const int by = key == "home" ? -all : key == "end" ? all : term_move(key);
    if (key == "/" || by != 0) focus = key == "/" ? glossary_search_anchor : "";
    if (by != 0) commands.push_back(MoveTerm{by});
}

void leave_search(const State& state, Commands& commands) {
    if (!state.of<GlossaryView>().search.text.empty()) commands.push_back(SetGlossarySearch{});
}

}  // namespace vitrine
