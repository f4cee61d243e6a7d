#pragma once
/// Finds out which tensors of another program's trace are which of ours: by name, by place in the order and by shape. Values only
/// choose between what these leave.

#include <map>
#include <string>
#include <vector>

#include "core/against/arrangement.h"
#include "core/against/deviation.h"
#include "core/against/our_run.h"
#include "core/against/recorded_trace.h"

namespace vitrine {

/// A tensor of theirs and the one of ours that it is.
struct TracePair {
    std::string path;       ///< of ours; "gradients.PATH" and "parameters.NAME" for these
    std::string reference;  ///< the tensor that it is compared with, see reference_path(); for parameters their name
    std::string name;       ///< theirs
    std::string by;         ///< what it was matched by: "name, shape", "name, shape, value", "map"
    RecordedKind kind = RecordedKind::value;
    std::string arrangement;            ///< how theirs lies: "B L H d"
    Layout layout{};                    ///< ours, row-major
    std::vector<float> theirs;          ///< in our order
    std::vector<std::uint8_t> counted;  ///< 1 for each cell that counts
    bool is_end = false;                ///< it is what a sublayer hands on, wherever its LayerNorm stands
    std::string group = {};             ///< what it has in common with those whose names differ by their place alone
    int order = 0;                      ///< place in the order of computation
};

/// A tensor of theirs that was not compared.
struct UnmatchedTensor {
    std::string name, why;
};

/// Every tensor of the file is in one of the two lists.
struct MatchedTrace {
    std::vector<TracePair> pairs;  ///< in our order of computation; parameters first, gradients last and backwards
    std::vector<UnmatchedTensor> left;
};

/// What a mapping says: the path of ours for names of theirs; an empty one leaves it out.
struct GivenPair {
    std::string path;
    std::vector<int> axes = {};  ///< the order in which their axes are taken to be ours; empty: found by shape
};
using GivenPairs = std::map<std::string, GivenPair>;

/// Matches. Throws Error where a given pair names a tensor of ours that the run does not have, or whose shape cannot be theirs.
MatchedTrace match_trace(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given = {});

/// The tensor of ours that a pair is compared with.
TensorView reference_of(const TracePair& pair, const OurRun& run);

/// How far a pair is apart.
LargestDeviation deviation_of(const TracePair& pair, const OurRun& run);

}  // namespace vitrine
