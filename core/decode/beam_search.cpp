/// Beam search (section 6.1; Wu et al. 2016, section 7): keeps the best few sentences.

#include <algorithm>
#include <cmath>

#include "core/decode/generate_search.h"

namespace vitrine {

namespace {

/// A growing sentence with one more token.
struct Longer {
    std::size_t sentence = 0;
    std::int32_t token = 0;
    double log_probability = 0;
};

/// The 2 · beams best continuations of all sentences: even if `beams` of them end, as many are left to continue. Ties go to the
/// earlier sentence, then to the lower id. Excludes log P = −∞.
std::vector<Longer> best_continuations(Search& search) {
    const std::size_t count = 2 * static_cast<std::size_t>(search.options().beams);
    std::vector<Longer> best;
    for (std::size_t sentence = 0; sentence < search.growing().size(); ++sentence) {
        const std::vector<double>& next = search.next(sentence);
        const double before = search.node(search.growing()[sentence].node).log_probability;
        for (const std::int32_t token : likeliest(next, count)) {
            const double log_probability = before + next[static_cast<std::size_t>(token)];
            if (std::isfinite(log_probability)) best.push_back({sentence, token, log_probability});
        }
    }
    std::ranges::stable_sort(best, std::greater{}, &Longer::log_probability);
    best.resize(std::min(best.size(), count));
    return best;
}

/// A sentence may end only if it ranks among the first `beams`; of the others the best `beams` continue.
void take_best(Search& search, const std::vector<Longer>& best) {
    const auto beams = static_cast<std::size_t>(search.options().beams);
    std::vector<GrowingSentence> grown;
    for (std::size_t rank = 0; rank < best.size(); ++rank) {
        const Longer& longer = best[rank];
        const int node = search.consider(longer.sentence, longer.token, rank);
        const bool taken = search.ends(longer.token) ? rank < beams : grown.size() < beams;
        if (taken) search.take(node, longer.sentence, Reason::in_beam, grown);
    }
    search.growing() = std::move(grown);
}

/// Only the forced token continues; the other considered tokens are not chosen.
void take_forced(Search& search, std::vector<Longer> best, const ForcedToken& forced) {
    const auto is_forced = [&](const Longer& longer) { return longer.token == forced.token; };
    if (std::ranges::none_of(best, is_forced)) best.push_back({.sentence = 0, .token = forced.token});
    std::vector<GrowingSentence> grown;
    for (std::size_t rank = 0; rank < best.size(); ++rank) {
        const int node = search.consider(best[rank].sentence, best[rank].token, rank);
        if (is_forced(best[rank])) search.take(node, best[rank].sentence, forced.reason, grown);
    }
    search.growing() = std::move(grown);
}

}  // namespace

void choose_beam(Search& search) {
    std::vector<Longer> best = best_continuations(search);
    const auto forced = search.forced();
    forced ? take_forced(search, std::move(best), *forced) : take_best(search, best);
}

bool has_enough(const Search& search) {
    const DecodeOptions& options = search.options();
    const auto beams = static_cast<std::size_t>(options.beams);
    if (search.finished().size() < beams) return false;
    if (options.early_stopping) return true;
    const auto node = [&](int number) -> const WordNode& { return search.record().nodes[static_cast<std::size_t>(number)]; };
    std::vector<double> scores;
    for (const int finished : search.finished()) scores.push_back(node(finished).score);
    std::ranges::sort(scores, std::greater{});
    // log P never rises, so no continuation can score more than the current log P with the most favourable length.
    const double soon = length_penalty(search.step() + 1, options.length_penalty);
    const double late = length_penalty(search.record().most_new_tokens, options.length_penalty);
    return std::ranges::none_of(search.growing(), [&](const GrowingSentence& sentence) {
        const double log_probability = node(sentence.node).log_probability;
        return std::max(log_probability / soon, log_probability / late) > scores[beams - 1];
    });
}

}  // namespace vitrine
