#pragma once
/// What of a recorded run A is held against run B.

#include <vector>

#include "app/run/run.h"

namespace vitrine {

/// Run A's tensors as far as they were recorded, with B's own numbers in the cells where the two are as good as the same: within
/// the tolerance, in rows of padding, hidden by the mask. Other tensors of numbers are not present.
struct RecordedSide {
    Trace trace, parameters;
    std::vector<std::vector<Scalar>> numbers;  ///< memory of both
};

/// Requires: another program has recorded run A; both outlive it.
RecordedSide recorded_side(const Run& a, const Run& b);

/// Marks in the changes what was not recorded, and within which tolerance numbers are the same.
void mark_recorded(const RecordedNumbers& recorded, std::vector<TensorChange>& changes);

}  // namespace vitrine
