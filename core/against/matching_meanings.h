#pragma once
/// The names of a trace in groups that mean the same at each place of a model. Only core/against includes this.

#include <utility>

#include "core/against/matching.h"
#include "core/against/tensor_name.h"

namespace vitrine {

/// A meaning of a name in one arrangement: what the members of a group have in common.
struct NameMeaning {
    NameGuess guess;
    Arrangement arrangement{};

    bool operator==(const NameMeaning&) const = default;
};

/// A tensor of theirs and what it can be.
struct NameMember {
    const RecordedTensor* tensor;
    TensorName name;
    std::vector<float> numbers{};
    bool by_weights = false;                                   ///< whether it is known by its module's weights
    bool by_call = false;                                      ///< whether it took its call to tell source from target
    bool by_shape = false;                                     ///< whether its shape excluded something that its name might mean
    std::vector<std::pair<NameMeaning, std::string>> paths{};  ///< each with the path that it means
};

/// Names that differ by their place alone mean the same at each.
using NameGroup = std::vector<NameMember>;

/// By pattern what was found to be meant.
using NameMeanings = std::map<std::string, NameMeaning>;

/// The groups of all tensors of a kind that nobody has given a pair.
std::vector<NameGroup> groups_of(const RecordedTrace& trace, RecordedKind kind, const OurRun& run, const GivenPairs& given);

/// The meanings that all members can have, in the order of the first one's.
std::vector<NameMeaning> common_meanings(const NameGroup& group);

/// Takes away the meanings that the members' own numbers rule out, and those that their names make less likely than others.
void keep_likely(const NameGroup& group, const Configuration& configuration, std::vector<NameMeaning>& meanings);

/// The path of ours that a member has with a meaning. Requires: it can have it.
const std::string& path_of(const NameMember& member, const NameMeaning& meaning);

/// The pair that a member makes with a meaning.
TracePair pair_of(const NameMember& member, const std::string& path, const NameMeaning& meaning, const OurRun& run);

/// What a member was matched by. `own`: its name is one of ours.
std::string by_text(const NameMember& member, bool own, bool by_value);

/// Adds the pairs of gradients, which are those of what their names mean among the values; their own numbers say nothing.
void match_gradients(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given, const NameMeanings& known,
                     MatchedTrace& matched);

/// Adds the pairs of weights under our names; others are what an import is for.
void match_parameters(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given, MatchedTrace& matched);

/// Adds a pair that was given.
void add_given(const RecordedTensor& tensor, const GivenPair& given, const OurRun& run, MatchedTrace& matched);

}  // namespace vitrine
