/// Greedy decoding and sampling: every sentence chooses its next token independently.

#include <algorithm>

#include "core/decode/candidates.h"
#include "core/decode/generate_search.h"

namespace vitrine {

namespace {

/// The number of most probable tokens recorded as considered, besides the chosen one.
constexpr std::size_t noted = 5;

struct Choice {
    std::int32_t token = 0;
    Reason reason = Reason::likeliest;
    std::optional<double> drawn = {};
};

Choice choose(Search& search, std::size_t sentence) {
    if (const auto forced = search.forced()) return {*forced, Reason::forced};
    if (search.options().strategy == Strategy::greedy) return {likeliest(search.next(sentence), 1).front()};
    const double uniform = search.growing()[sentence].random.uniform();
    const std::vector<Candidate> candidates =
        candidates_of(search.logits(sentence), search.options().sampling,
                      forbidden_after(search.growing()[sentence].tokens, search.options().rules));
    return {candidates[draw(candidates, uniform)].token, Reason::drawn, uniform};
}

}  // namespace

void choose_one_each(Search& search) {
    std::vector<GrowingSentence> grown;
    for (std::size_t sentence = 0; sentence < search.growing().size(); ++sentence) {
        const Choice choice = choose(search, sentence);
        std::vector<std::int32_t> tokens = likeliest(search.next(sentence), noted);
        if (std::ranges::find(tokens, choice.token) == tokens.end()) tokens.push_back(choice.token);
        for (std::size_t rank = 0; rank < tokens.size(); ++rank) {
            const int node = search.consider(sentence, tokens[rank], rank);
            if (tokens[rank] != choice.token) continue;
            search.node(node).drawn = choice.drawn;
            search.take(node, sentence, choice.reason, grown);
        }
    }
    search.growing() = std::move(grown);
}

}  // namespace vitrine
