#pragma once
/// The part of a recorded run A that is compared with run B.

#include <vector>

#include "app/run/run.h"

namespace vitrine {

/// Run A's recorded tensors. Cells where both runs count as the same have B's numbers: within the tolerance, in rows of padding,
/// hidden by the mask. Other tensors with numbers are not present.
struct RecordedSide {
    Trace trace, parameters;
    std::vector<std::vector<Scalar>> numbers;  ///< the memory of both traces
};

/// Requires: run A was recorded by another program; both runs outlive the result.
RecordedSide recorded_side(const Run& a, const Run& b);

/// Marks in the changes which tensors were not recorded, and the tolerance within which numbers count as the same.
void mark_recorded(const RecordedNumbers& recorded, std::vector<TensorChange>& changes);

}  // namespace vitrine
