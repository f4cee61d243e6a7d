#include "app/views/glossary/state.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/base/fuzzy.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

/// Calls use(word) for every part of a text between spaces.
template <class Use>
void for_each_word(std::string_view text, Use&& use) {
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (!word.empty()) use(word);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
}

/// How well a typed word matches a name, as typed or without a final s, "heads"; nothing if it does not match.
std::optional<double> score_in_name(std::string_view typed, std::string_view name) {
    auto match = fuzzy_match(typed, name);
    if (!match && typed.size() > 2 && (typed.back() | 0x20) == 's') match = fuzzy_match(typed.substr(0, typed.size() - 1), name);
    return match ? std::optional(match->score) : std::nullopt;
}

/// How well a typed word matches the beginning of a word in the text, apart from brackets; nothing if it matches none.
std::optional<double> score_in_text(std::string_view typed, std::string_view text) {
    std::optional<double> best;
    for_each_word(text, [&](std::string_view word) {
        word.remove_prefix(std::min(word.find_first_not_of("(<"), word.size()));
        const auto match = fuzzy_match(typed, word.substr(0, typed.size()));
        if (match) best = std::max(best.value_or(match->score), match->score);
    });
    return best;
}

/// How well a search matches a term; nothing if it does not. A match in the text counts less than one in the name.
std::optional<double> score_of(std::string_view search, const Term& term) {
    constexpr double share_of_text = 0.5;
    std::optional<double> score = 0;
    for_each_word(search, [&](std::string_view typed) {
        std::optional<double> best = score_in_name(typed, term.name);
        for (const std::string_view text : {term.text, term.also, term.section}) {
            if (const auto in_text = score_in_text(typed, text)) best = std::max(best.value_or(0), share_of_text * *in_text);
        }
        if (!score || !best) return score.reset();
        *score += *best;
    });
    return score;
}

}  // namespace

const Term& shown_term(const State& state) {
    const Term* term = find_term(state.of<GlossaryView>().term);
    return term ? *term : glossary().front();
}

std::vector<const Term*> found_terms(std::string_view search) {
    std::vector<std::pair<double, const Term*>> scored;
    for (const Term& term : glossary()) {
        if (const auto score = score_of(search, term)) scored.emplace_back(*score, &term);
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
