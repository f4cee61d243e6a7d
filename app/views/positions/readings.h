#pragma once
/// Encodings of positions beside a run, worked out when somebody looks at them, and then remembered.

#include <map>
#include <memory>
#include <vector>

#include "core/explain/position_reading.h"
#include "core/model/configuration.h"
#include "core/trace/outline.h"

namespace vitrine {

struct Run;

/// One encoding of so many positions.
struct PositionTable {
    Tensor encoding;  // [position, feature]
    PositionSimilarity similarity;
    double largest = 0, largest_product = 0;  ///< the largest finite magnitudes of the encoding and of the dot products
    std::vector<double> by_distance;          ///< sines and cosines alone: dot products at 0, 1/4, 2/4, 3/4, 1, … positions apart
    bool finite = true;                       ///< every number of it is one
    std::uint64_t generation = 0;             ///< no other tensor of this process has their addresses and this number
};
constexpr int distances_per_position = 4;

/// What is asked for.
struct PositionRequest {
    Side side = Side::source;
    PositionKind kind = PositionKind::sinusoidal;
    Size positions = 0;

    auto operator<=>(const PositionRequest&) const = default;
};

/// For one thread at a time: for the drawing thread, once a run is shown.
class PositionReadings {
public:
    /// Of the kind the run's model has, the rows it recorded come first and its formula or table goes on; a table may end before.
    /// Of the other kind: the formula, or a table as it is drawn before any training, with seed 1.
    /// The run is the same in all calls.
    std::shared_ptr<const PositionTable> table(const Run& run, const PositionRequest& request);

private:
    std::map<PositionRequest, std::shared_ptr<const PositionTable>> tables_;
};

/// The table a model has learned for a side's positions; empty where it has none.
const Tensor& learned_positions(const Run& run, Side side);

}  // namespace vitrine
