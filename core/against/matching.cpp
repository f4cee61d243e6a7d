#include "core/against/matching.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/against/matching_meanings.h"
#include "core/against/matching_own_numbers.h"

namespace vitrine {

namespace {

/// The number of members for which the tensors agree under a meaning.
std::size_t agreeing(const NameGroup& group, const NameMeaning& meaning, const OurRun& run) {
    return static_cast<std::size_t>(std::ranges::count_if(group, [&](const NameMember& member) {
        return deviation_of(pair_of(member, path_of(member, meaning), meaning, run), run).size <= usual_tolerance;
    }));
}

/// Chooses between several meanings by value: the meaning under which most members agree. If no member agrees under any, an
/// embedding is taken for its last possible meaning: a row of the table is hardly ever wrong, but what is computed from it may
/// be.
NameMeaning chosen_by_value(const NameGroup& group, const std::vector<NameMeaning>& meanings, const OurRun& run) {
    const NameMeaning* best = nullptr;
    std::size_t most = 0;
    for (const NameMeaning& meaning : meanings) {
        const std::size_t agree = agreeing(group, meaning, run);
        if (best && agree <= most) continue;
        best = &meaning, most = agree;
    }
    if (most > 0) return *best;
    const bool of_embedding = best->guess.part == NamedPart::embedding;
    const auto last = std::ranges::find_if(meanings, [&](const NameMeaning& one) { return one.guess == meanings.back().guess; });
    return of_embedding ? *last : *best;
}

/// What tensors with the same habitual arrangement have in common: whether they have heads or are a grid of queries and keys, our
/// rank and theirs.
std::string habit_of(const NameMember& member, const std::string& path, const Trace& trace) {
    const Layout& ours = trace.find(reference_path(path, trace)).layout;
    const bool heads = ours.find(Axis::head) >= 0, grid = heads && ours.find(Axis::query) >= 0 && ours.find(Axis::key) >= 0;
    return (grid    ? "grid"
            : heads ? "heads"
                    : "rows") +
           std::to_string(ours.rank) + ' ' + std::to_string(member.tensor->stored.shape.size());
}

/// How often a file uses each arrangement, counted over tensors whose shapes allow only one.
using Habits = std::map<std::string, std::map<Arrangement, int>>;

bool are_of_one_arrangement(const std::vector<NameMeaning>& meanings) {
    return std::ranges::all_of(meanings, [&](const NameMeaning& one) { return one.arrangement == meanings.front().arrangement; });
}

/// A file lays out similar tensors in the same way, so of several possible arrangements keep those that it uses elsewhere.
void keep_habitual(const NameGroup& group, const Habits& habits, const Trace& trace, std::vector<NameMeaning>& meanings) {
    const auto times = [&](const NameMeaning& meaning) {
        const auto habit = habits.find(habit_of(group.front(), path_of(group.front(), meaning), trace));
        if (habit == habits.end()) return 0;
        const auto known = habit->second.find(meaning.arrangement);
        return known == habit->second.end() ? 0 : known->second;
    };
    if (meanings.empty()) return;
    const int most = times(*std::ranges::max_element(meanings, {}, times));
    std::erase_if(meanings, [&](const NameMeaning& meaning) { return most > 0 && times(meaning) < most; });
}

/// Whether a tensor with one of our names also has our shape.
bool has_our_shape(const NameMember& member, const Trace& trace) {
    const Layout& ours = trace.find(reference_path(member.paths.front().second, trace)).layout;
    return std::ranges::equal(member.tensor->stored.shape, std::span(ours.shape.data(), ours.rank));
}

/// A group and what it can mean.
struct OpenGroup {
    NameGroup group;
    std::vector<NameMeaning> meanings;

    bool is_own() const { return group.front().name.pattern.starts_with("own "); }
};

std::vector<OpenGroup> open_groups(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given, Habits& habits) {
    std::vector<OpenGroup> open;
    for (NameGroup& group : groups_of(trace, RecordedKind::value, run, given)) {
        OpenGroup& next = open.emplace_back();
        next.meanings = common_meanings(group);
        next.group = std::move(group);
        if (!next.is_own() && !next.meanings.empty()) keep_likely(next.group, run.configuration, next.meanings);
        // A tensor with our name and our shape is arranged like ours.
        if (next.is_own() && next.meanings.size() > 1 && has_our_shape(next.group.front(), run.trace)) next.meanings.resize(1);
        if (next.meanings.empty() || !are_of_one_arrangement(next.meanings)) continue;
        const NameMeaning& meaning = next.meanings.front();
        const std::string habit = habit_of(next.group.front(), path_of(next.group.front(), meaning), run.trace);
        habits[habit][meaning.arrangement] += static_cast<int>(next.group.size());
    }
    return open;
}

/// Why a member of a group that has no meaning is not compared.
std::string why_left(const NameMember& member) {
    if (member.name.guesses.empty()) return "its name matches nothing";
    return member.paths.empty() ? "none of our tensors that it could be has this shape"
                                : "it is named like scores, but its rows add up to 1";
}

/// Pairs with the ranks of their names.
using RankedPairs = std::vector<std::pair<int, TracePair>>;

/// Matches one group; returns what it means, if anything.
std::optional<NameMeaning> match_group(OpenGroup open, const Habits& habits, const OurRun& run, RankedPairs& found,
                                       MatchedTrace& matched) {
    std::vector<NameMeaning>& meanings = open.meanings;
    if (meanings.empty()) {
        for (const NameMember& member : open.group) matched.left.push_back({member.tensor->name, why_left(member)});
        return std::nullopt;
    }
    keep_habitual(open.group, habits, run.trace, meanings);
    const bool by_value = meanings.size() > 1;
    const NameMeaning meaning = by_value ? chosen_by_value(open.group, meanings, run) : meanings.front();
    for (const NameMember& member : open.group) {
        TracePair pair = pair_of(member, path_of(member, meaning), meaning, run);
        pair.by = by_text(member, open.is_own(), by_value);
        pair.group = open.group.front().tensor->name;
        found.emplace_back(meaning.guess.rank - (member.by_weights ? 1 : 0), std::move(pair));
    }
    return meaning;
}

/// Of several tensors that are matched with the same one of ours, keeps only those with the best names; if some of these agree
/// with ours, keeps only them, since the others must be something else.
void keep_best_named(RankedPairs found, const OurRun& run, MatchedTrace& matched) {
    std::map<std::string, int> best, times;
    for (const auto& [rank, pair] : found) {
        const auto [at, added] = best.try_emplace(pair.path, rank);
        at->second = std::min(at->second, rank);
    }
    for (const auto& [rank, pair] : found) times[pair.path] += rank == best.at(pair.path);
    std::map<std::string, std::string> agreeing;  // for each path of ours that several match: a tensor of theirs that agrees
    const auto agrees = [&](const TracePair& pair) { return deviation_of(pair, run).size <= usual_tolerance; };
    for (const auto& [rank, pair] : found) {
        if (rank == best.at(pair.path) && times.at(pair.path) > 1 && agrees(pair)) agreeing.emplace(pair.path, pair.name);
    }
    for (auto& [rank, pair] : found) {
        const auto other = agreeing.find(pair.path);
        if (rank != best.at(pair.path)) {
            matched.left.push_back({pair.name, "another name is nearer to " + pair.path});
        } else if (other != agreeing.end() && !agrees(pair)) {
            matched.left.push_back({pair.name, "it differs, but " + other->second + " is " + pair.path + ", too, and agrees"});
        } else {
            matched.pairs.push_back(std::move(pair));
        }
    }
}

/// The tensors that are computed from a tensor, directly or not, as indices in the outline.
std::set<int> computed_from(const std::string& path, const Outline& outline) {
    std::set<int> found;
    std::vector<std::string> open{path};
    while (!open.empty()) {
        const auto readers = outline.readers.find(open.back());
        open.pop_back();
        if (readers == outline.readers.end()) continue;
        for (const Reader& reader : readers->second) {
            if (found.insert(reader.slot).second) open.push_back(outline.tensors[static_cast<std::size_t>(reader.slot)].path);
        }
    }
    return found;
}

/// Whether it is the same at all positions, as behind units that are off: such a tensor agrees whatever it was computed from.
bool is_constant(const TracePair& pair) {
    const bool has_features = pair.layout.rank > 2;
    const std::size_t features = has_features ? static_cast<std::size_t>(pair.layout.shape[pair.layout.rank - 1]) : 1;
    std::vector<std::optional<float>> known(features);
    bool zero = true, several = false;
    for (std::size_t i = 0; i < pair.theirs.size(); ++i) {
        if (pair.counted[i] == 0) continue;
        std::optional<float>& first = known[i % features];
        several |= first.has_value();
        zero &= pair.theirs[i] == 0;
        if (!first) first = pair.theirs[i];
        if (*first != pair.theirs[i]) return false;
    }
    return several || zero;
}

/// Leaves out tensors that are far from ours although a tensor computed from them agrees: they must be something else, such as
/// scores before the division. If they were really wrong, so would be what is computed from them.
void leave_contradicted(const OurRun& run, MatchedTrace& matched) {
    constexpr double far = 1e-2, near = 1e-5;
    const Outline& outline = *run.trace.outline;
    std::vector<double> deviations;
    for (const TracePair& pair : matched.pairs)
        deviations.push_back(pair.kind == RecordedKind::value ? deviation_of(pair, run).size : 0);
    std::map<std::string, const TracePair*> agreeing;  // by a path of ours: a tensor that is computed from it and agrees, or null
    const auto agreeing_later = [&](const std::string& reference) {
        const auto [known, is_new] = agreeing.try_emplace(reference, nullptr);
        if (!is_new) return known->second;
        const std::set<int> later = computed_from(reference, outline);
        for (std::size_t i = 0; i < matched.pairs.size() && !known->second; ++i) {
            const TracePair& pair = matched.pairs[i];
            const bool agrees = pair.kind == RecordedKind::value && deviations[i] <= near;
            if (agrees && !is_constant(pair) && later.contains(outline.slots.at(pair.reference))) known->second = &pair;
        }
        return known->second;
    };
    std::set<std::string> contradicted, groups;  // names of theirs
    for (std::size_t i = 0; i < matched.pairs.size(); ++i) {
        const TracePair& pair = matched.pairs[i];
        if (deviations[i] <= far || pair.by == "map") continue;
        const TracePair* later = agreeing_later(pair.reference);
        if (!later) continue;
        matched.left.push_back({pair.name, "it differs, but " + later->path + ", which comes of " + pair.path + ", agrees"});
        contradicted.insert(pair.name);
        groups.insert(pair.group);
    }
    // Names that differ only in stack, layer and attention mean the same.
    for (const TracePair& pair : matched.pairs) {
        if (pair.group.empty() || !groups.contains(pair.group) || !contradicted.insert(pair.name).second) continue;
        matched.left.push_back({pair.name, "it is named like others that turned out not to be " + pair.path});
    }
    std::erase_if(matched.pairs, [&](const TracePair& pair) { return contradicted.contains(pair.name); });
}

}  // namespace

MatchedTrace match_trace(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given) {
    MatchedTrace matched;
    NameMeanings meanings;
    RankedPairs found;
    Habits habits;
    for (OpenGroup& open : open_groups(trace, run, given, habits)) {
        const std::string pattern = open.group.front().name.pattern;
        if (const auto meaning = match_group(std::move(open), habits, run, found, matched)) meanings.emplace(pattern, *meaning);
    }
    keep_best_named(std::move(found), run, matched);
    for (const RecordedTensor& tensor : trace.tensors) {
        if (const auto pair = given.find(tensor.name); pair != given.end()) {
            add_given(tensor, pair->second, run, matched);
        } else if (!is_floating(tensor.stored.type) && tensor.kind != RecordedKind::parameter) {
            matched.left.push_back({tensor.name, "ids and masks are not compared"});
        }
    }
    leave_undivided_scores(matched);
    leave_contradicted(run, matched);
    match_gradients(trace, run, given, meanings, matched);
    match_parameters(trace, run, given, matched);
    std::ranges::stable_sort(matched.pairs, {}, &TracePair::order);
    return matched;
}

TensorView reference_of(const TracePair& pair, const OurRun& run) {
    if (pair.kind == RecordedKind::value) return run.trace.find(pair.reference);
    if (pair.kind == RecordedKind::gradient) return run.gradients->find(pair.reference);
    TensorView found;
    visit_tensor(
        pair.reference, [&](const Tensor& tensor) { found = view(tensor); }, run.parameters);
    return found;
}

LargestDeviation deviation_of(const TracePair& pair, const OurRun& run) {
    return largest_deviation(pair.theirs, reference_of(pair, run), pair.counted);
}

}  // namespace vitrine
