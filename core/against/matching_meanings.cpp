#include "core/against/matching_meanings.h"

#include <algorithm>

#include "core/against/matching_own_numbers.h"
#include "core/against/module_names.h"
#include "core/trace/path_suggestion.h"

namespace vitrine {

namespace {

/// The path of ours that a name stands for if it is our name or that of nn.Transformer; otherwise empty.
std::string own_path(const std::string& base, const Trace& trace) {
    const std::string path = in_our_spelling(base);
    return reference_path(path, trace).empty() ? std::string{} : path;
}

/// Adds every path whose tensor can have the member's shape, with every arrangement. Notes in `member` whether its shape or its
/// call was needed to decide.
void add_fitting(const NameGuess& guess, const std::vector<std::string>& paths, const Trace& trace, NameMember& member) {
    std::vector<std::pair<NameMeaning, std::string>> fitting;
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
        // Source and target are equally long, so the shape does not tell them apart: the first call is the encoder's.
        const std::string& chosen = paths[member.tensor->call > 1 ? 1 : 0];
        std::erase_if(fitting, [&](const auto& one) { return one.second != chosen; });
        member.by_call = true;
    } else if (member.tensor->call > (paths.size() > 1 ? 2 : 1)) {
        fitting.clear();
    }
    member.paths.insert(member.paths.end(), fitting.begin(), fitting.end());
}

bool is_before_layers(const NameGuess& guess) { return guess.part <= NamedPart::embedding_norm; }

bool is_of_grid(const NameGuess& guess) {
    return guess.part == NamedPart::scores || guess.part == NamedPart::masked_scores || guess.part == NamedPart::weights;
}

bool has_other_guesses(const TensorName& name, bool (*is)(const NameGuess&)) { return !std::ranges::all_of(name.guesses, is); }

/// Whether a tensor is the first output of its module.
bool is_first_output(const RecordedTensor& tensor) { return tensor.output.empty() || tensor.output == "0"; }

/// `name`: the tensor's name, in which known modules have our names.
NameMember member_of(const RecordedTensor& tensor, const std::string& name, const ModuleNames& modules, const NameContext& context,
                     const OurRun& run) {
    NameMember member{.tensor = &tensor, .name = {}};
    const auto add_all = [&] {
        for (const NameGuess& guess : member.name.guesses)
            add_fitting(guess, paths_of(member.name, guess, run.configuration), run.trace, member);
    };
    if (const auto known = is_first_output(tensor) ? modules.output_of(tensor.base) : std::nullopt) {
        member.name = *known;
        member.by_weights = true;
        add_all();
        if (!member.paths.empty()) return member;
        member = {.tensor = &tensor, .name = {}};
    }
    if (const std::string own = own_path(tensor.base, run.trace); !own.empty() && tensor.call == 1 && is_first_output(tensor)) {
        member.name.pattern = "own " + own;
        member.name.guesses = {{.part = NamedPart::layer_end, .rank = -1}};
        add_fitting(member.name.guesses[0], {own}, run.trace, member);
        if (!member.paths.empty()) return member;
    }
    member.name = read_name(name, context, run.configuration);
    // A module outside of the layers that is called a second time belongs to both sides, whatever its name says.
    if (tensor.call > 1 && !member.name.layer && std::ranges::all_of(member.name.guesses, is_before_layers))
        member.name.stack = Stack::none;
    // The second output of an attention is its weights.
    if (!tensor.output.empty() && tensor.output != "0" && tensor.output[0] >= '1' && tensor.output[0] <= '9')
        std::erase_if(member.name.guesses, [](const NameGuess& guess) { return guess.part != NamedPart::weights; });
    if (tensor.output == "0" && has_other_guesses(member.name, is_of_grid)) std::erase_if(member.name.guesses, is_of_grid);
    add_all();
    return member;
}

/// Splits a group whose members have no meaning in common.
std::vector<NameGroup> parts_with_a_meaning(NameGroup group) {
    if (group.size() <= 1 || !common_meanings(group).empty()) return {std::move(group)};
    std::vector<NameGroup> parts;
    for (NameMember& member : group) parts.push_back({std::move(member)});
    return parts;
}

}  // namespace

std::vector<NameMeaning> common_meanings(const NameGroup& group) {
    std::vector<NameMeaning> common;
    for (const auto& [meaning, path] : group.front().paths) {
        const bool fits_all = std::ranges::all_of(group, [&, &wanted = meaning](const NameMember& member) {
            return std::ranges::any_of(member.paths, [&](const auto& one) { return one.first == wanted; });
        });
        if (fits_all) common.push_back(meaning);
    }
    return common;
}

void keep_likely(const NameGroup& group, const Configuration& c, std::vector<NameMeaning>& meanings) {
    std::vector<OwnNumbers> numbers;
    for (const NameMember& member : group) {
        const Size width = member.tensor->stored.shape.empty() ? 1 : member.tensor->stored.shape.back();
        numbers.push_back({member.numbers, width});
    }
    std::vector<NameGuess> guesses;
    for (const NameMeaning& meaning : meanings) {
        if (std::ranges::find(guesses, meaning.guess) == guesses.end()) guesses.push_back(meaning.guess);
    }
    std::vector<NameGuess> left = possible(guesses, numbers, c);
    // If every sentence has the same numbers, they are positions and not a sum with tokens.
    const bool repeated = std::ranges::all_of(
        group, [](const NameMember& member) { return repeats_itself(member.numbers, member.tensor->stored.shape); });
    if (repeated) std::erase_if(left, [](const NameGuess& guess) { return guess.part == NamedPart::sum; });
    std::erase_if(meanings, [&](const NameMeaning& meaning) { return std::ranges::find(left, meaning.guess) == left.end(); });
    if (meanings.empty()) return;
    const int best =
        std::ranges::min_element(meanings, {}, [](const NameMeaning& meaning) { return meaning.guess.rank; })->guess.rank;
    std::erase_if(meanings, [&](const NameMeaning& meaning) { return meaning.guess.rank > best; });
}

const std::string& path_of(const NameMember& member, const NameMeaning& meaning) {
    return std::ranges::find_if(member.paths, [&](const auto& one) { return one.first == meaning; })->second;
}

std::vector<NameGroup> groups_of(const RecordedTrace& trace, RecordedKind kind, const OurRun& run, const GivenPairs& given) {
    const ModuleNames modules = run.origins ? ModuleNames(*run.origins, run.configuration) : ModuleNames();
    std::vector<std::string> names;
    for (const RecordedTensor& tensor : trace.tensors) names.push_back(modules.in_our_words(tensor.base));
    const NameContext context = context_of(names, run.configuration);
    std::vector<NameGroup> groups;
    std::map<std::string, std::size_t> places;  // index of each group, by pattern
    for (std::size_t i = 0; i < names.size(); ++i) {
        const RecordedTensor& tensor = trace.tensors[i];
        if (tensor.kind != kind || !is_floating(tensor.stored.type) || given.contains(tensor.name)) continue;
        NameMember member = member_of(tensor, names[i], modules, context, run);
        member.numbers = numbers_in(tensor);
        const auto [place, is_new] = places.try_emplace(member.name.pattern, groups.size());
        if (is_new) groups.emplace_back();
        groups[place->second].push_back(std::move(member));
    }
    std::vector<NameGroup> all;
    for (NameGroup& group : groups) {
        for (NameGroup& part : parts_with_a_meaning(std::move(group))) all.push_back(std::move(part));
    }
    return all;
}

}  // namespace vitrine
