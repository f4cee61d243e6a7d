#pragma once
/// Positional encodings for a run, computed on demand and cached.

#include <map>
#include <memory>
#include <vector>

#include "core/explain/position_reading.h"
#include "core/model/configuration.h"
#include "core/trace/outline.h"

namespace vitrine {

struct Run;

/// One encoding for a number of positions.
struct PositionTable {
    Tensor encoding;  // [position, feature]
    PositionSimilarity similarity;
    double largest = 0, largest_product = 0;  ///< the largest finite magnitudes of the encoding and of the dot products
    std::vector<double> by_distance;          ///< sinusoids only: dot products at 0, 1/4, 2/4, 3/4, 1, … positions apart
    bool finite = true;                       ///< every number is finite
    std::uint64_t generation = 0;             ///< identifies these tensors: unique in this process
};
constexpr int distances_per_position = 4;

/// The key of a table.
struct PositionRequest {
    Side side = Side::source;
    PositionKind kind = PositionKind::sinusoidal;  ///< one of those that are added
    Size positions = 0;

    auto operator<=>(const PositionRequest&) const = default;
};

/// For one thread at a time: for the drawing thread, once a run is shown.
class PositionReadings {
public:
    /// For the model's own kind of encoding: the rows the run recorded, continued by its formula or table; a table may end before.
    /// For the other kind: the formula, or a table as initialised with seed 1. Requires: the run is the same in all calls.
    std::shared_ptr<const PositionTable> table(const Run& run, const PositionRequest& request);

private:
    std::map<PositionRequest, std::shared_ptr<const PositionTable>> tables_;
};

/// The table that a model has learned for a side's positions; empty if it has none. The first position may not have its first row.
const Tensor& learned_positions(const Run& run, Side side);

/// How many positions that table has rows for.
Size learned_row_count(const Run& run, Side side);

}  // namespace vitrine
