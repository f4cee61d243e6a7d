#pragma once
/// Finds out which tensors of another program's trace correspond to which of ours: by name, by order and by shape. Values are
/// used only to choose between the possibilities that remain.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/against/arrangement.h"
#include "core/against/deviation.h"
#include "core/against/our_run.h"
#include "core/against/recorded_trace.h"

namespace vitrine {

/// A tensor of theirs and the tensor of ours that it corresponds to.
struct TracePair {
    std::string path;       ///< our path; for gradients "gradients.PATH", for parameters "parameters.NAME"
    std::string reference;  ///< our tensor that it is compared with, see reference_path(); for parameters their name
    std::string name;       ///< theirs
    std::string by;         ///< what it was matched by: "name, shape", "name, shape, value", "map"
    RecordedKind kind = RecordedKind::value;
    std::string arrangement;            ///< how their tensor is laid out: "B L H d"
    Layout layout{};                    ///< ours, row-major
    std::vector<float> theirs;          ///< in our order
    std::vector<std::uint8_t> counted;  ///< 1 for each cell that counts
    bool is_end = false;                ///< it is the output of a sublayer, wherever the sublayer's LayerNorm is
    std::string group = {};             ///< shared by all pairs whose names differ only in stack, layer and attention
    int order = 0;                      ///< index in the order of computation

    /// Whether any of their numbers is NaN, in cells that do not count, too.
    bool has_nan() const {
        return std::ranges::any_of(theirs, [](float x) { return std::isnan(x); });
    }
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

/// What a mapping says about a name of theirs: the path of ours; an empty one leaves the tensor out.
struct GivenPair {
    std::string path;
    std::vector<int> axes = {};  ///< the order in which their axes become ours; empty: found by shape
};
using GivenPairs = std::map<std::string, GivenPair>;

/// Matches. Throws Error where a given pair names a tensor of ours that the run does not have, or one whose shape cannot be that
/// of theirs.
MatchedTrace match_trace(const RecordedTrace& trace, const OurRun& run, const GivenPairs& given = {});

/// The tensor of ours that a pair is compared with.
TensorView reference_of(const TracePair& pair, const OurRun& run);

/// How far the two tensors of a pair are apart.
LargestDeviation deviation_of(const TracePair& pair, const OurRun& run);

}  // namespace vitrine
