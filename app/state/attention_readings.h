#pragma once
/// What has been found out about the heads of a run, head by head when somebody asks, and then remembered.

#include <map>
#include <tuple>

#include "core/trace/attention_contribution.h"
#include "core/trace/attention_reading.h"

namespace vitrine {

struct Run;

/// Everything about one head that takes more than a glance to find out.
struct HeadDetail {
    HeadWeights weights;
    Tensor contributions;                     // [query, key]
    MaskTensor mask{Axis::query, Axis::key};  // 1 = may be seen
    std::uint64_t generation = 0;             ///< no other tensor of this process has their addresses and this number
};

/// For one thread at a time: for the drawing thread, once a run is shown.
class AttentionReadings {
public:
    /// The run is the same in all calls, or another generation: then everything is forgotten.
    const HeadReading& reading(const Run& run, const AttentionPlace& place, const HeadPlace& head);
    const HeadDetail& detail(const Run& run, const AttentionPlace& place, const HeadPlace& head);

    /// See AttentionPair.
    const TokenPair& proposed_pair(const Run& run, const AttentionPlace& place, const HeadPlace& head);

    /// Reads all heads of the first sentence now, away from the drawing thread, where there may be many.
    void read_all(const Run& run);

private:
    using Key = std::tuple<AttentionPlace, HeadPlace>;

    void follow(const Run& run);

    std::uint64_t generation_ = 0;
    std::map<Key, HeadReading> readings_;
    std::map<Key, HeadDetail> details_;
    std::map<Key, TokenPair> proposed_;
};

}  // namespace vitrine
