#pragma once
/// Searches the gradients of a run for places where learning stops: gradients that are not finite, units that let nothing through,
/// softmax rows that let little through, and gradients that vanish or explode on their way through a stack.

#include <cstdint>
#include <string>
#include <vector>

#include "core/explain/gradient_flow.h"

namespace vitrine {

enum class GradientFinding : std::uint8_t { not_finite, vanishing, exploding, dead_units, saturated_rows };

/// A place that was found.
struct FoundGradient {
    GradientFinding kind{};
    std::string path;  ///< of the tensor whose gradient shows it: ∂path

    /// `count` of `of`: for units or rows, those found, of all that a gradient arrives at; for numbers that are not finite, their
    /// cells, of all cells.
    Size count = 0, of = 0;

    /// For vanishing and exploding gradients: the norm where the gradient enters the stack and where it leaves it. For saturated
    /// rows: the largest |∂weight| that arrives in the example's row, and the largest |∂| that passes the softmax there.
    double arrives = 0, passes = 0;

    std::string from{};  ///< for vanishing and exploding gradients: where the gradient enters the stack
    Index example{};     ///< for dead units, saturated rows and numbers that are not finite: one of their cells in `path`
    double largest = 0;  ///< for saturated rows: the largest weight of the example's row
    bool operator==(const FoundGradient&) const = default;
};

/// A row is saturated if one of several visible keys gets more than this.
constexpr double saturated_weight = 0.99;

/// A gradient vanishes if its norm shrinks below this ratio on its way through a stack, and explodes if it grows by the inverse
/// ratio.
constexpr double vanishing_ratio = 1e-2;

/// All findings, in the order of the backward pass; a stack's flow comes before what is found in its layers.
///  - A unit of the feed-forward network is dead if a gradient arrives at its activation somewhere and none passes to its input
///    anywhere, as behind a ReLU whose inputs are all below 0.
///  - Only rows that a gradient arrives at can be saturated. Weights that a device computes are not searched.
///  - Of gradients that are not finite, only the first tensor in the order of the backward pass is named.
std::vector<FoundGradient> gradient_findings(const Trace& values, const Trace& gradients);

}  // namespace vitrine
