#include "app/views/glossary/state.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "app/actions/word_match.h"
#include "app/state/state.h"

namespace vitrine {

const Term& shown_term(const State& state) {
    const Term* term = find_term(state.of<GlossaryView>().term);
    return term ? *term : glossary().front();
}

std::vector<const Term*> found_terms(std::string_view search) {
    const bool all = search.find_first_not_of(' ') == std::string_view::npos;
    std::vector<std::pair<double, const Term*>> scored;
    for (const Term& term : glossary()) {
        const auto match = match_words(search, searched(term.name, fmt::format("{} {} {}", term.text, term.also, term.section)));
        if (all || (match && match->found == WordsFound::all)) scored.emplace_back(match ? match->score : 0, &term);
    }
    std::ranges::stable_sort(scored, std::ranges::greater{}, &std::pair<double, const Term*>::first);
    std::vector<const Term*> found;
    for (const auto& [score, term] : scored) found.push_back(term);
    return found;
}

TrailPlace glossary_place(const Term& term) { return {.own = std::string(term.name), .view = View{glossary_name}}; }

std::string term_text(const Term& term) {
    const std::string section = term.section.empty() ? "" : "The paper, " + std::string(term.section) + '\n';
    return std::string(term.name) + '\n' + section + std::string(term.text) + '\n';
}

std::string term_anchor(const Term& term) { return std::string(term_anchor_start) + std::string(term.name); }

}  // namespace vitrine
