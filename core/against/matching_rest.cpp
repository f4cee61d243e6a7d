#include <algorithm>
#include <cmath>
#include <limits>

#include "core/against/matching_meanings.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

TracePair pair_of(const NameMember& member, const std::string& path, const NameMeaning& meaning, const OurRun& run) {
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
    const NamedPart part = meaning.guess.part;
    pair.is_end = part == NamedPart::sublayer_end || (part == NamedPart::layer_end && meaning.guess.rank >= 0);
    pair.order = 2 * run.trace.outline->slots.at(pair.reference) + (pair.reference != path);
    return pair;
}

std::string by_text(const NameMember& member, bool own, bool by_value) {
    std::string text = member.by_weights ? "module" : "name";
    if (member.by_call) text += ", order";
    if (!own && (member.by_shape || member.name.guesses.size() > 1)) text += ", shape";
    return by_value ? text + ", value" : text;
}

void add_given(const RecordedTensor& tensor, const GivenPair& given, const OurRun& run, MatchedTrace& matched) {
    if (given.path.empty()) return matched.left.push_back({tensor.name, "the mapping excludes it"});
    const std::string reference = reference_path(given.path, run.trace);
    if (reference.empty()) throw Error("the mapping names " + in_quotes(given.path) + ", which this run does not have");
    const Layout& ours = run.trace.find(reference).layout;
    std::vector<Arrangement> found = arrangements(ours, tensor.stored.shape);
    if (!given.axes.empty()) {
        Arrangement wanted{};
        std::copy_n(given.axes.begin(), std::min<std::size_t>(given.axes.size(), max_rank), wanted.begin());
        // `wanted` says where our axes are among theirs; an arrangement says the reverse.
        Arrangement turned{};
        for (int axis = 0; axis < ours.rank; ++axis)
            turned[static_cast<std::size_t>(wanted[static_cast<std::size_t>(axis)]) % max_rank] = axis;
        std::erase_if(found, [&](const Arrangement& one) { return one != turned; });
    }
    if (found.empty())
        throw Error("the mapping makes " + in_quotes(tensor.name) + " " + shape_text(tensor.stored.shape) + " " + given.path +
                    ", which is " + shape_text(ours));
    if (!is_floating(tensor.stored.type))
        throw Error("the mapping makes '" + tensor.name + "' " + given.path +
                    ", but it holds integers: ids and masks are not compared");
    const NameMember member{.tensor = &tensor, .name = {}, .numbers = numbers_in(tensor)};
    matched.pairs.push_back(pair_of(member, given.path, {{.part = NamedPart::layer_end}, found.front()}, run));
    matched.pairs.back().by = "map";
    matched.pairs.back().is_end = false;
}

void match_gradients(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given, const NameMeanings& known,
                     MatchedTrace& matched) {
    for (const NameGroup& group : groups_of(trace, RecordedKind::gradient, run, given)) {
        const std::vector<NameMeaning> meanings = common_meanings(group);
        const auto value = known.find(group.front().name.pattern);
        const bool as_value = value != known.end() && std::ranges::find(meanings, value->second) != meanings.end();
        for (const NameMember& member : group) {
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

void match_parameters(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given, MatchedTrace& matched) {
    for (const RecordedTensor& tensor : trace.tensors) {
        if (tensor.kind != RecordedKind::parameter || given.contains(tensor.name)) continue;
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

}  // namespace vitrine
