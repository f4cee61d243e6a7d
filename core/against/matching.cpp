#include "core/against/matching.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/against/own_numbers.h"
#include "core/against/tensor_name.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

/// A meaning of a name in one arrangement: what the members of a group have in common.
struct Meaning {
    NameGuess guess;
    Arrangement arrangement{};

    bool operator==(const Meaning&) const = default;
};

/// A tensor of theirs and what it can be.
struct Member {
    const RecordedTensor* tensor;
    TensorName name;
    std::vector<float> numbers{};
    bool by_call = false;                                  ///< whether it took its call to tell source from target
    bool by_shape = false;                                 ///< whether its shape excluded something that its name might mean
    std::vector<std::pair<Meaning, std::string>> paths{};  ///< each with the path that it means
};

/// Names that differ by their place alone mean the same at each.
using Group = std::vector<Member>;

/// Our path where the name is one of ours, as nn.Transformer has it too.
std::string own_path(const std::string& base, const Trace& trace) {
    std::string path = base;
    if (path.starts_with("transformer.")) path.erase(0, std::string_view("transformer.").size());
    constexpr std::string_view theirs = "multihead_attn.", ours = "cross_attn.";
    if (const auto at = path.find(theirs); at != std::string::npos && path.starts_with("decoder."))
        path.replace(at, theirs.size(), ours);
    return reference_path(path, trace).empty() ? std::string{} : path;
}

/// Those of the paths whose tensors have the shape, in every arrangement. `member` learns what it took.
void add_fitting(const NameGuess& guess, const std::vector<std::string>& paths, const Trace& trace, Member& member) {
    std::vector<std::pair<Meaning, std::string>> fitting;
    std::size_t sides = 0;
    for (const std::string& path : paths) {
        const std::string reference = reference_path(path, trace);
        const auto found = reference.empty() ? std::vector<Arrangement>{}
                                             : arrangements(trace.find(reference).layout, member.tensor->stored.shape);
        for (const Arrangement& arrangement : found) fitting.push_back({{guess, arrangement}, path});
        sides += !found.empty();
        member.by_shape |= found.empty() && !reference.empty();
    }
    if (sides > 1) {
        // Source and target are equally long: the first call is the encoder's.
        const std::string& chosen = paths[member.tensor->call > 1 ? 1 : 0];
        std::erase_if(fitting, [&](const auto& one) { return one.second != chosen; });
        member.by_call = true;
    } else if (member.tensor->call > (paths.size() > 1 ? 2 : 1)) {
        fitting.clear();
    }
    member.paths.insert(member.paths.end(), fitting.begin(), fitting.end());
}

Member member_of(const RecordedTensor& tensor, const NameContext& context, const OurRun& run) {
    Member member{.tensor = &tensor, .name = {}};
    if (const std::string own = own_path(tensor.base, run.trace); !own.empty() && tensor.call == 1) {
        member.name.pattern = "own " + own;
        member.name.guesses = {{.part = NamedPart::layer_end, .rank = -1}};
        add_fitting(member.name.guesses[0], {own}, run.trace, member);
        if (!member.paths.empty()) return member;
    }
    member.name = read_name(tensor.base, context, run.configuration);
    for (const NameGuess& guess : member.name.guesses)
        add_fitting(guess, paths_of(member.name, guess, run.configuration), run.trace, member);
    return member;
}

/// The meanings that all members can have, in the order of the first one's; the likeliest by name alone.
std::vector<Meaning> common_meanings(const Group& group) {
    std::vector<Meaning> common;
    for (const auto& [meaning, path] : group.front().paths) {
        const bool fits_all = std::ranges::all_of(group, [&, &wanted = meaning](const Member& member) {
            return std::ranges::any_of(member.paths, [&](const auto& one) { return one.first == wanted; });
        });
        if (fits_all) common.push_back(meaning);
    }
    return common;
}

void keep_possible(const Group& group, const Configuration& c, std::vector<Meaning>& meanings) {
    std::vector<OwnNumbers> numbers;
    for (const Member& member : group) {
        const Size width = member.tensor->stored.shape.empty() ? 1 : member.tensor->stored.shape.back();
        numbers.push_back({member.numbers, width});
    }
    std::vector<NameGuess> guesses;
    for (const Meaning& meaning : meanings) {
        if (std::ranges::find(guesses, meaning.guess) == guesses.end()) guesses.push_back(meaning.guess);
    }
    const std::vector<NameGuess> left = possible(guesses, numbers, c);
    std::erase_if(meanings, [&](const Meaning& meaning) { return std::ranges::find(left, meaning.guess) == left.end(); });
    if (meanings.empty()) return;
    const int best = std::ranges::min(meanings, {}, [](const Meaning& meaning) { return meaning.guess.rank; }).guess.rank;
    std::erase_if(meanings, [&](const Meaning& meaning) { return meaning.guess.rank > best; });
}

const std::string& path_of(const Member& member, const Meaning& meaning) {
    return std::ranges::find_if(member.paths, [&](const auto& one) { return one.first == meaning; })->second;
}

/// The pair that a member makes with a meaning.
TracePair pair_of(const Member& member, const std::string& path, const Meaning& meaning, const OurRun& run) {
    TracePair pair{.path = path,
                   .reference = reference_path(path, run.trace),
                   .name = member.tensor->name,
                   .by = {},
                   .kind = member.tensor->kind,
                   .arrangement = {},
                   .theirs = {},
                   .counted = {}};
    const Layout& ours = run.trace.find(pair.reference).layout;
    pair.layout = row_major(ours);
    pair.arrangement = arrangement_text(ours, meaning.arrangement);
    pair.theirs = arranged(member.numbers, ours, meaning.arrangement);
    if (meaning.guess.part == NamedPart::log_probabilities)
        std::ranges::transform(pair.theirs, pair.theirs.begin(), [](float x) { return std::exp(x); });
    pair.counted = counted_cells(pair.reference, run);
    pair.order = 2 * run.trace.outline->slots.at(pair.reference) + (pair.reference != path);
    return pair;
}

/// With how many members a meaning agrees.
std::size_t agreeing(const Group& group, const Meaning& meaning, const OurRun& run) {
    return static_cast<std::size_t>(std::ranges::count_if(group, [&](const Member& member) {
        return deviation_of(pair_of(member, path_of(member, meaning), meaning, run), run).size <= usual_tolerance;
    }));
}

/// Chooses between several meanings by value: that with which most members agree. Where none does with any, what was computed last,
/// for a table's row is hardly ever wrong, but what comes of it may be.
Meaning chosen_by_value(const Group& group, const std::vector<Meaning>& meanings, const OurRun& run) {
    const Meaning* best = nullptr;
    std::size_t most = 0;
    for (const Meaning& meaning : meanings) {
        const std::size_t agree = agreeing(group, meaning, run);
        if (best && agree <= most) continue;
        best = &meaning, most = agree;
    }
    if (most > 0) return *best;
    const bool of_embedding = best->guess.part == NamedPart::embedding;
    const auto last = std::ranges::find_if(meanings, [&](const Meaning& one) { return one.guess == meanings.back().guess; });
    return of_embedding ? *last : *best;
}

std::string by_text(const Member& member, bool own, bool by_value) {
    std::string text = "name";
    if (member.by_call) text += ", order";
    if (!own && (member.by_shape || member.name.guesses.size() > 1)) text += ", shape";
    return by_value ? text + ", value" : text;
}

/// Splits a group whose members have no meaning in common.
std::vector<Group> parts_with_a_meaning(Group group) {
    if (group.size() <= 1 || !common_meanings(group).empty()) return {std::move(group)};
    std::vector<Group> parts;
    for (Member& member : group) parts.push_back({std::move(member)});
    return parts;
}

/// Matches one group; returns what it means, if anything.
std::optional<Meaning> match_group(const Group& group, const OurRun& run, std::vector<std::pair<int, TracePair>>& found,
                                   MatchedTrace& matched) {
    std::vector<Meaning> meanings = common_meanings(group);
    const bool own = group.front().name.pattern.starts_with("own ");
    if (!own && !meanings.empty()) keep_possible(group, run.configuration, meanings);
    if (meanings.empty()) {
        for (const Member& member : group) {
            const bool named = !member.name.guesses.empty();
            matched.left.push_back(
                {member.tensor->name, named ? "no tensor of ours that it may be has this shape" : "its name says nothing"});
        }
        return std::nullopt;
    }
    const bool by_value = meanings.size() > 1;
    const Meaning meaning = by_value ? chosen_by_value(group, meanings, run) : meanings.front();
    for (const Member& member : group) {
        TracePair pair = pair_of(member, path_of(member, meaning), meaning, run);
        pair.by = by_text(member, own, by_value);
        found.emplace_back(meaning.guess.rank, std::move(pair));
    }
    return meaning;
}

/// Of several tensors that are the same one of ours, only those whose names say so best.
void keep_best_named(std::vector<std::pair<int, TracePair>> found, MatchedTrace& matched) {
    std::map<std::string, int> best;
    for (const auto& [rank, pair] : found) {
        const auto [at, added] = best.try_emplace(pair.path, rank);
        at->second = std::min(at->second, rank);
    }
    for (auto& [rank, pair] : found) {
        if (rank == best.at(pair.path)) {
            matched.pairs.push_back(std::move(pair));
        } else {
            matched.left.push_back({pair.name, "another name is nearer to " + pair.path});
        }
    }
}

void add_given(const RecordedTensor& tensor, const GivenPair& given, const OurRun& run, MatchedTrace& matched) {
    if (given.path.empty()) return matched.left.push_back({tensor.name, "the mapping leaves it out"});
    const std::string reference = reference_path(given.path, run.trace);
    if (reference.empty()) throw Error("the mapping names '" + given.path + "', which this run does not have");
    const Layout& ours = run.trace.find(reference).layout;
    std::vector<Arrangement> found = arrangements(ours, tensor.stored.shape);
    if (!given.axes.empty()) {
        Arrangement wanted{};
        std::copy_n(given.axes.begin(), std::min<std::size_t>(given.axes.size(), max_rank), wanted.begin());
        // Theirs in our order; an arrangement is ours in theirs.
        Arrangement turned{};
        for (int axis = 0; axis < ours.rank; ++axis)
            turned[static_cast<std::size_t>(wanted[static_cast<std::size_t>(axis)]) % max_rank] = axis;
        std::erase_if(found, [&](const Arrangement& one) { return one != turned; });
    }
    if (found.empty())
        throw Error("the mapping makes '" + tensor.name + "' " + shape_text(tensor.stored.shape) + " " + given.path +
                    ", which is " + shape_text(ours));
    const Member member{.tensor = &tensor, .name = {}, .numbers = numbers_in(tensor)};
    matched.pairs.push_back(pair_of(member, given.path, {{.part = NamedPart::layer_end}, found.front()}, run));
    matched.pairs.back().by = "map";
}

/// The groups of all tensors of a kind that nobody has given a pair.
std::vector<Group> groups_of(const RecordedTrace& trace, RecordedKind kind, const OurRun& run, const GivenPairs& given) {
    const NameContext context = context_of(trace, run.configuration);
    std::vector<std::pair<std::string, Group>> groups;
    for (const RecordedTensor& tensor : trace.tensors) {
        if (tensor.kind != kind || !is_floating(tensor.stored.type) || given.contains(tensor.name)) continue;
        Member member = member_of(tensor, context, run);
        member.numbers = numbers_in(tensor);
        const auto same = std::ranges::find_if(groups, [&](const auto& group) { return group.first == member.name.pattern; });
        Group& group = same == groups.end() ? groups.emplace_back(member.name.pattern, Group{}).second : same->second;
        group.push_back(std::move(member));
    }
    std::vector<Group> all;
    for (auto& [pattern, group] : groups) {
        for (Group& part : parts_with_a_meaning(std::move(group))) all.push_back(std::move(part));
    }
    return all;
}

/// By pattern what was found to be meant.
using Meanings = std::map<std::string, Meaning>;

/// Gradients are those of what their names mean among the values; their own numbers say nothing.
void match_gradients(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given, const Meanings& known,
                     MatchedTrace& matched) {
    for (const Group& group : groups_of(trace, RecordedKind::gradient, run, given)) {
        const std::vector<Meaning> meanings = common_meanings(group);
        const auto value = known.find(group.front().name.pattern);
        const bool as_value = value != known.end() && std::ranges::find(meanings, value->second) != meanings.end();
        for (const Member& member : group) {
            const std::string path = meanings.empty() ? "" : path_of(member, as_value ? value->second : meanings.front());
            if (path.empty() || !run.gradients || !run.gradients->find(reference_path(path, run.trace)).present()) {
                matched.left.push_back({member.tensor->name, path.empty() ? "no tensor of ours has this name and shape"
                                                                          : "this run has no gradient of " + path});
                continue;
            }
            TracePair pair = pair_of(member, path, as_value ? value->second : meanings.front(), run);
            pair.path = "gradients." + path;
            pair.by = by_text(member, false, false);
            pair.order = std::numeric_limits<int>::max() - pair.order;
            matched.pairs.push_back(std::move(pair));
        }
    }
}

/// Weights under our names; others are what an import is for.
void match_parameters(const RecordedTrace& trace, const OurRun& run, MatchedTrace& matched) {
    for (const RecordedTensor& tensor : trace.tensors) {
        if (tensor.kind != RecordedKind::parameter) continue;
        TracePair pair{.path = "parameters." + tensor.base,
                       .reference = tensor.base,
                       .name = tensor.name,
                       .by = "name",
                       .kind = tensor.kind,
                       .arrangement = {},
                       .theirs = {},
                       .counted = {},
                       .order = -1};
        const TensorView ours = reference_of(pair, run);
        const std::span<const Size> shape(ours.layout.shape.data(), ours.layout.rank);
        if (!ours.present() || !std::ranges::equal(shape, tensor.stored.shape) || !is_floating(tensor.stored.type)) {
            matched.left.push_back({tensor.name, "no weight of ours has this name and shape"});
            continue;
        }
        pair.layout = row_major(ours.layout);
        pair.theirs = numbers_in(tensor);
        pair.counted.assign(pair.theirs.size(), 1);
        matched.pairs.push_back(std::move(pair));
    }
}

}  // namespace

MatchedTrace match_trace(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given) {
    MatchedTrace matched;
    Meanings meanings;
    std::vector<std::pair<int, TracePair>> found;
    for (const Group& group : groups_of(trace, RecordedKind::value, run, given)) {
        if (const auto meaning = match_group(group, run, found, matched)) meanings.emplace(group.front().name.pattern, *meaning);
    }
    keep_best_named(std::move(found), matched);
    for (const RecordedTensor& tensor : trace.tensors) {
        if (const auto pair = given.find(tensor.name); pair != given.end()) {
            add_given(tensor, pair->second, run, matched);
        } else if (!is_floating(tensor.stored.type) && tensor.kind == RecordedKind::value) {
            matched.left.push_back({tensor.name, "ids and masks are not compared"});
        }
    }
    match_gradients(trace, run, given, meanings, matched);
    match_parameters(trace, run, matched);
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
