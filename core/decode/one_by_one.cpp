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
    double share_from = 0, share_to = 0;  ///< as in WordNode
};

/// `best`: the most probable token.
Choice choose(Search& search, std::size_t sentence, std::int32_t best) {
    if (const auto forced = search.forced()) return {.token = forced->token, .reason = forced->reason};
    if (search.options().strategy == Strategy::greedy) return {.token = best};
    const double uniform = search.growing()[sentence].random.uniform();
    const StepRow& row = search.row(sentence);
    const std::vector<Candidate> candidates = candidates_of(row.logits, search.options().sampling, row.forbidden);
    const std::size_t place = draw(candidates, uniform);
    const double from = share_before(candidates, place);
    return {candidates[place].token, Reason::drawn, uniform, from, from + candidates[place].filtered};
}

}  // namespace

void choose_one_each(Search& search) {
    std::vector<GrowingSentence> grown;
    for (std::size_t sentence = 0; sentence < search.growing().size(); ++sentence) {
        std::vector<std::int32_t> tokens = likeliest(search.next(sentence), noted);
        const Choice choice = choose(search, sentence, tokens.front());
        if (std::ranges::find(tokens, choice.token) == tokens.end()) tokens.push_back(choice.token);
        for (std::size_t rank = 0; rank < tokens.size(); ++rank) {
            const int node = search.consider(sentence, tokens[rank], rank);
            if (tokens[rank] != choice.token) continue;
            search.node(node).drawn = choice.drawn;
            search.node(node).share_from = choice.share_from, search.node(node).share_to = choice.share_to;
            search.take(node, sentence, choice.reason, grown);
        }
    }
    search.growing() = std::move(grown);
}

}  // namespace vitrine
