#pragma once
/// Groups the names of a trace that mean the same in every layer of a model. Only core/against includes this.

#include <utility>

#include "core/against/matching.h"
#include "core/against/tensor_name.h"

namespace vitrine {

/// A meaning of a name and an arrangement, which all members of a group share.
struct NameMeaning {
    NameGuess guess;
    Arrangement arrangement{};

    bool operator==(const NameMeaning&) const = default;
};

/// A tensor of theirs and what it may be.
struct NameMember {
    const RecordedTensor* tensor;
    TensorName name;
    std::vector<float> numbers{};
    bool by_weights = false;                                   ///< whether the weights of its module say what it is
    bool by_call = false;                                      ///< whether it was its call that told source from target
    bool by_shape = false;                                     ///< whether its shape excluded a meaning that its name allows
    std::vector<std::pair<NameMeaning, std::string>> paths{};  ///< each possible meaning with the path that it stands for
};

/// Names that differ only in stack, layer and attention mean the same, so they form a group.
using NameGroup = std::vector<NameMember>;

/// The meanings that were found, by pattern.
using NameMeanings = std::map<std::string, NameMeaning>;

/// The groups of all tensors of a kind that are not in a given pair.
std::vector<NameGroup> groups_of(const RecordedTrace& trace, RecordedKind kind, const OurRun& run, const GivenPairs& given);

/// The meanings that all members can have, in the order of the first member's.
std::vector<NameMeaning> common_meanings(const NameGroup& group);

/// Removes the meanings that the members' own numbers rule out, and those that are less likely by their names than others.
void keep_likely(const NameGroup& group, const Configuration& configuration, std::vector<NameMeaning>& meanings);

/// The path of ours that a meaning stands for in a member. Requires: the member can have this meaning.
const std::string& path_of(const NameMember& member, const NameMeaning& meaning);

/// The pair of a member and our tensor, under a meaning.
TracePair pair_of(const NameMember& member, const std::string& path, const NameMeaning& meaning, const OurRun& run);

/// What a member was matched by. `own`: its name is one of ours.
std::string by_text(const NameMember& member, bool own, bool by_value);

/// Adds the pairs of gradients. A gradient means the same as the value of this name; its own numbers say nothing.
void match_gradients(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given, const NameMeanings& known,
                     MatchedTrace& matched);

/// Adds the pairs of weights with our names. Weights with other names need an import.
void match_parameters(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given, MatchedTrace& matched);

/// Adds a pair that was given.
void add_given(const RecordedTensor& tensor, const GivenPair& given, const OurRun& run, MatchedTrace& matched);

}  // namespace vitrine
