#pragma once
/// Positional encodings for a run, computed when needed, and cached.

#include <map>
#include <memory>
#include <vector>

#include "core/explain/position_reading.h"
#include "core/model/configuration.h"
#include "core/trace/outline.h"

namespace vitrine {

struct Run;

/// One encoding, for a certain number of positions.
struct PositionTable {
    Tensor encoding;  // [position, feature]
    PositionSimilarity similarity;
    double largest = 0, largest_product = 0;  ///< the largest finite magnitudes among the encoding and among the dot products
    std::vector<double> by_distance;          ///< only for sinusoids: dot products at 0, 1/4, 2/4, 3/4, 1, … positions of
                                              ///< distance
    bool finite = true;                       ///< every number is finite
    std::uint64_t generation = 0;             ///< identifies these tensors; unique in this process
};
constexpr int distances_per_position = 4;

/// The key of a table.
struct PositionRequest {
    Side side = Side::source;
    PositionKind kind = PositionKind::sinusoidal;  ///< one of the kinds that are added
    Size positions = 0;

    auto operator<=>(const PositionRequest&) const = default;
};

/// Only for one thread at a time: the drawing thread, once a run is shown.
class PositionReadings {
public:
    /// For the model's own kind of encoding: the rows that the run has recorded, continued by its formula or table. A table may
    /// end earlier. For the other kind: the formula, or a table as initialised with seed 1. Requires: the run is the same in all
    /// calls.
    std::shared_ptr<const PositionTable> table(const Run& run, const PositionRequest& request);

private:
    std::map<PositionRequest, std::shared_ptr<const PositionTable>> tables_;
};

/// The table that a model has learned for a side's positions; empty if it has none. Its first row may not belong to the first
/// position.
const Tensor& learned_positions(const Run& run, Side side);

/// The number of positions for which that table has rows.
Size learned_row_count(const Run& run, Side side);

}  // namespace vitrine
