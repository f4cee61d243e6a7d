#pragma once
/// What the model predicts for a few sentences at one moment of its training.

#include <vector>

#include "core/explain/attention_reading.h"
#include "core/model/batch.h"
#include "core/model/regime.h"

namespace vitrine {

/// One head of one attention.
struct HeadOfModel {
    AttentionPlace attention;
    Size head = 0;  ///< counted from 0

    auto operator<=>(const HeadOfModel&) const = default;
};

/// The likeness of a head to the patterns, over the queries of all sentences together, and its kind; see HeadTally.
struct HeadLikeness {
    HeadOfModel head;
    std::array<std::optional<Likeness>, pattern_count> of{};
    std::optional<AttentionPattern> kind = {}, highest = {};
};

struct MomentReading {
    std::int64_t step = 0;
    std::vector<bool> right;  ///< [sentence]: whether each of its words is the most probable one, given the true words before it
    std::vector<HeadLikeness> heads;
};

/// Runs the model on the sentences. Requires: they have labels.
MomentReading read_moment(std::int64_t step, const Configuration& configuration, const Parameters& parameters, const Batch& batch,
                          const Regime& regime);

}  // namespace vitrine
