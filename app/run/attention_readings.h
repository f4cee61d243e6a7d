#pragma once
/// What has been found out about the heads of a run, head by head when somebody asks, and then remembered.

#include <map>
#include <optional>
#include <tuple>

#include "app/run/attention_lines.h"

namespace vitrine {

struct Run;

/// Everything about one head that takes more than a glance to find out.
struct HeadDetail {
    HeadWeights weights;
    Tensor contributions;                     // [query, key]
    MaskTensor mask{Axis::query, Axis::key};  // 1 = may be seen
    std::uint64_t generation = 0;             ///< no other tensor of this process has their addresses and this number
    double largest_weight = 0;
    Scalar largest_contribution = 0;
    bool hides = false;   ///< there is a key that a query may not see
    bool all_see = true;  ///< every query at least one key
};

/// For one thread at a time: for the drawing thread, once a run is shown.
class AttentionReadings {
public:
    /// The run is the same in all calls, or another generation: then everything is forgotten.
    const HeadReading& reading(const Run& run, const AttentionPlace& place, const HeadPlace& head);
    const HeadDetail& detail(const Run& run, const AttentionPlace& place, const HeadPlace& head);

    /// The lines between the head's words; what was found last is remembered.
    const WordLines& lines(const Run& run, const AttentionPlace& place, const HeadPlace& head, const LinesAsked& asked);

    /// See AttentionPair.
    const TokenPair& proposed_pair(const Run& run, const AttentionPlace& place, const HeadPlace& head);

    /// Reads all heads of the first sentence now, away from the drawing thread, where there may be many.
    void read_all(const Run& run);

private:
    using Key = std::tuple<AttentionPlace, HeadPlace>;

    struct KnownLines {
        Key key;
        LinesAsked asked;
        WordLines found;
    };

    void follow(const Run& run);

    std::uint64_t generation_ = 0;
    std::map<Key, HeadReading> readings_;
    std::map<Key, HeadDetail> details_;
    std::map<Key, TokenPair> proposed_;
    std::optional<KnownLines> lines_;
};

}  // namespace vitrine
