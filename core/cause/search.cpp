#include "core/cause/search.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "core/cause/combinations.h"
#include "core/cause/dropout.h"

namespace vitrine {

namespace {

constexpr std::size_t none_differs = std::numeric_limits<std::size_t>::max();

/// How far an altered run agrees: the first pair that differs, and the largest deviation of the pairs before it.
struct Agreement {
    std::size_t differs = none_differs;
    double largest = 0;
};

/// Deviations below this are rounding, and make no hypothesis better than another.
constexpr double rounding = 1e-5;

/// Of two equal explanations, the one with the lower rank is told first, in the order of the kinds. If a cross-attention does not
/// hide padding, that counts first as a mistake in the mask of the memory.
int rank_of(const Mistake& mistake) {
    constexpr int before_all_masks = 2 * static_cast<int>(CauseKind::no_causal_mask) - 1;
    const bool of_memory =
        mistake.kind == CauseKind::memory_mask_wrong && mistake.where.ends_with(name(SublayerKind::cross_attention));
    return of_memory ? before_all_masks : 2 * static_cast<int>(mistake.kind);
}

/// The name that the mistaken pass has for the output of a sublayer: "encoder.layers.0.end2" for "encoder.layers.0.norm2" or
/// ".residual2".
std::string end_of(const std::string& path) { return path.substr(0, path.rfind('.')) + ".end" + path.back(); }

class Search {
public:
    Search(const MatchedTrace& matched, const OurRun& run, double tolerance, const WatchSearch& watch)
        : matched_(matched), run_(run), tolerance_(tolerance), watch_(watch), places_(cause_places(run)), pass_(run) {
        for (std::size_t i = 0; i < matched.pairs.size(); ++i) {
            const TracePair& pair = matched.pairs[i];
            if (pair.kind != RecordedKind::value) continue;
            pairs_[pair.is_end ? end_of(pair.path) : pair.path].push_back(i);
            has_nan_ |= pair.has_nan();
        }
    }

    FoundCauses find();

private:
    Agreement agreement(std::span<const Mistake> mistakes, std::size_t now);
    std::vector<CauseRange> suspects(std::size_t differs) const;
    bool accept_best(std::vector<Mistakes> hypotheses, Agreement& now);
    bool go_on(Agreement& now);
    bool take_equal(Agreement& now);
    void accept(const Mistakes& best, std::vector<Mistake> equally, std::size_t differs);
    std::vector<Mistake> with(const Mistakes& more) const;

    const MatchedTrace& matched_;
    const OurRun& run_;
    double tolerance_;
    const WatchSearch& watch_;
    int tried_ = 0;
    std::vector<CauseRange> places_;
    MistakenPass pass_;
    std::unordered_map<std::string, std::vector<std::size_t>> pairs_;  // the pairs of each path
    bool has_nan_ = false;  // whether the other program has hidden whole rows with −∞
    std::vector<Mistake> accepted_;
    FoundCauses found_;
};

std::vector<Mistake> Search::with(const Mistakes& more) const {
    std::vector<Mistake> all = accepted_;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

/// How far a run with these mistakes agrees. It ends as soon as it cannot get further than the pair `now`, whose tensor it must
/// have computed.
Agreement Search::agreement(std::span<const Mistake> mistakes, std::size_t now) {
    found_.stopped |= watch_ && !watch_(tried_);
    if (found_.stopped) return {.differs = now == none_differs ? 0 : now};
    ++tried_;
    Agreement found;
    bool reached = now == none_differs;
    const auto compare = [&](const std::string& path, const TensorView& tensor) {
        const auto pairs = pairs_.find(path);
        if (pairs == pairs_.end()) return true;
        for (const std::size_t i : pairs->second) {
            const double size = largest_deviation(matched_.pairs[i].theirs, tensor, matched_.pairs[i].counted).size;
            if (size > tolerance_) {
                found.differs = std::min(found.differs, i);
            } else {
                found.largest = std::max(found.largest, size);
            }
            reached |= i == now;
        }
        return now == none_differs || found.differs > now;
    };
    pass_.run(mistakes, compare, has_nan_ ? HiddenRows::infinite : HiddenRows::numbers);
    if (!reached) found.differs = std::min(found.differs, now);
    return found;
}

/// Whether everything later in a stack is computed from this tensor.
bool is_on_the_stream(const std::string& path) {
    const std::string name = path.substr(path.rfind('.') + 1);
    return name.starts_with("residual") || name.starts_with("norm") || name == "memory" || name == "sum" || name == "logits";
}

bool is_of_encoder(const std::string& path) { return path.starts_with("src.") || path.starts_with("encoder.") || path == "memory"; }

/// The places where a mistake can make this pair the first that differs: no place after the pair, and none before the last
/// agreeing tensor of its stack through which everything passes. A tensor with NaN in rows of padding does not count as
/// agreeing: these rows are not compared, but a later attention multiplies them by 0, which makes NaN of rows that are.
std::vector<CauseRange> Search::suspects(std::size_t differs) const {
    const auto slot_of = [&](std::size_t i) { return run_.trace.outline->slots.at(matched_.pairs[i].reference); };
    int after_encoder = -1, after_decoder = -1;
    for (std::size_t i = 0; i < differs; ++i) {
        const TracePair& pair = matched_.pairs[i];
        if (pair.kind != RecordedKind::value || !is_on_the_stream(pair.path) || pair.has_nan()) continue;
        (is_of_encoder(pair.path) ? after_encoder : after_decoder) = slot_of(i);
    }
    std::vector<CauseRange> found;
    for (const CauseRange& place : places_) {
        const int after = is_of_encoder(place.where + '.') ? after_encoder : after_decoder;
        if (place.first <= slot_of(differs) && place.last >= after) found.push_back(place);
    }
    // The nearest first, since they are the likeliest.
    std::ranges::reverse(found);
    return found;
}

void Search::accept(const Mistakes& best, std::vector<Mistake> equally, std::size_t differs) {
    for (const Mistake& mistake : best) {
        accepted_.push_back(mistake);
        // A layer has several places where dropout may be on; the cause is reported once.
        const bool known = std::ranges::any_of(found_.causes, [&](const Cause& cause) {
            const bool same_form = cause.mistake.variant == mistake.variant && cause.mistake.head == mistake.head;
            return cause.mistake.kind == mistake.kind && cause.mistake.where == mistake.where &&
                   (same_form || mistake.kind == CauseKind::dropout_on);
        });
        if (known) continue;
        found_.causes.push_back({mistake, differs, best.size() == 1 ? std::move(equally) : std::vector<Mistake>{}});
    }
}

/// Accepts the hypothesis with which the run agrees farthest, if that is farther than now.
bool Search::accept_best(std::vector<Mistakes> hypotheses, Agreement& now) {
    std::vector<std::pair<Agreement, Mistakes>> better;
    for (Mistakes& hypothesis : hypotheses) {
        const Agreement reached = agreement(with(hypothesis), now.differs);
        if (reached.differs > now.differs) better.emplace_back(reached, std::move(hypothesis));
    }
    if (better.empty() || found_.stopped) return false;  // after a stop, a better hypothesis may not have been tried
    const std::size_t farthest =
        std::ranges::max_element(better, {}, [](const auto& one) { return one.first.differs; })->first.differs;
    std::erase_if(better, [&](const auto& one) { return one.first.differs != farthest; });
    const double nearest = std::ranges::min_element(better, {}, [](const auto& one) { return one.first.largest; })->first.largest;
    std::erase_if(better, [&](const auto& one) { return one.first.largest > std::max(rounding, 3 * nearest); });
    // One class is used in many places: a mistake that was found in one is more likely in another.
    const auto key = [&](const auto& one) {
        const Mistake& mistake = one.second[0];
        const bool known = std::ranges::any_of(accepted_, [&](const Mistake& other) { return other.kind == mistake.kind; });
        return std::tuple(one.second.size(), !known, rank_of(mistake));
    };
    std::ranges::stable_sort(better, [&](const auto& a, const auto& b) { return key(a) < key(b); });
    std::vector<Mistake> equally;
    const Mistakes best = better.front().second;
    for (const auto& [agreed, other] : better) {
        const auto same = [&, &one = other[0]](const Mistake& known) { return known.kind == one.kind && known.where == one.where; };
        if (other.size() == 1 && !same(best[0]) && std::ranges::none_of(equally, same)) equally.push_back(other[0]);
    }
    accept(best, std::move(equally), now.differs);
    now = better.front().first;
    return true;
}

/// Finds one more cause, in any of the ways.
bool Search::go_on(Agreement& now) {
    const std::vector<CauseRange> where = suspects(now.differs);
    if (accept_best(single_mistakes(where, run_), now)) return true;
    const TracePair& pair = matched_.pairs[now.differs];
    auto dropped = find_dropout(pair, run_, accepted_, tolerance_);
    if (!dropped) dropped = find_dropout_before_norm(pair, run_, accepted_, tolerance_);
    if (dropped && accept_best({{*dropped}}, now)) return true;
    return accept_best(mistakes_in_one_head(where, run_), now) ||
           accept_best(mistakes_in_several_places(where, places_, run_), now);
}

/// If the search gets no further, a mistake that seemed equal to an accepted one may be the right one: they may differ only in
/// rows of padding, which do not count, but are read later.
bool Search::take_equal(Agreement& now) {
    for (std::size_t i = found_.causes.size(); i-- > 0;) {
        Cause& cause = found_.causes[i];
        const auto place = std::ranges::find_if(accepted_, [&](const Mistake& one) {
            return one.kind == cause.mistake.kind && one.where == cause.mistake.where && one.path == cause.mistake.path;
        });
        const Cause before = cause;
        for (const Mistake& other : before.equally) {
            *place = other;
            Agreement reached = agreement(accepted_, none_differs);
            if (reached.differs < now.differs) continue;
            found_.causes[i] = {other, before.explains};
            const bool further =
                reached.differs > now.differs || accept_best(single_mistakes(suspects(now.differs), run_), reached);
            if (further) now = reached;
            if (further) return true;
        }
        *place = before.mistake;
        found_.causes[i] = before;
    }
    return false;
}

FoundCauses Search::find() {
    Agreement now = agreement({}, none_differs);
    while (now.differs != none_differs) {
        if (go_on(now) || take_equal(now)) continue;
        if (!found_.stopped) found_.unexplained = now.differs;
        break;
    }
    return std::move(found_);
}

}  // namespace

std::optional<std::size_t> first_beyond(const MatchedTrace& matched, const OurRun& run, double tolerance) {
    for (std::size_t i = 0; i < matched.pairs.size(); ++i) {
        if (deviation_of(matched.pairs[i], run).size > tolerance) return i;
    }
    return std::nullopt;
}

FoundCauses find_causes(const MatchedTrace& matched, const OurRun& run, double tolerance, const WatchSearch& watch) {
    const auto first = first_beyond(matched, run, tolerance);
    if (!first || matched.pairs[*first].kind != RecordedKind::value) return {.causes = {}, .unexplained = first};
    return Search(matched, run, tolerance, watch).find();
}

}  // namespace vitrine
