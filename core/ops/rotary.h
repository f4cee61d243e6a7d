#pragma once
/// Rotary positions (Su et al. 2021, "RoFormer"): every query and key is turned by angles that grow with its position, so that
/// their product depends on the distance between the two.

#include <optional>
#include <vector>

#include "core/ops/dependence.h"

namespace vitrine {

/// Llama 3's scaling of the frequencies, for texts longer than the texts of the first training: low frequencies are divided by
/// the factor, high ones stay, and frequencies in between are a mixture of both.
struct RotaryScaling {
    double factor = 8;
    double low_frequency_factor = 1;   ///< waves longer than original_positions / this are divided
    double high_frequency_factor = 4;  ///< waves shorter than original_positions / this stay
    Size original_positions = 8192;

    bool operator==(const RotaryScaling&) const = default;
};

/// The angle by which each pair of features is turned per position: base^(−2i/d) for pair i of d/2.
std::vector<double> rotary_frequencies(Size width, double base, const std::optional<RotaryScaling>& scaling = {});

/// Turns pair i, the features i and i + d/2, by the angle (first + l) · frequencies[i]:
///   output[l, i]       = x[l, i] · cos − x[l, i + d/2] · sin
///   output[l, i + d/2] = x[l, i + d/2] · cos + x[l, i] · sin
/// x, output: [B, H, L, d] of the same order; d is even.
void rotary_forward(const Tensor& x, const std::vector<double>& frequencies, Size first, Tensor& output);

/// Sets d_x for first = 0: turned back by the same angles.
void rotary_backward(const Tensor& d_output, const std::vector<double>& frequencies, Tensor& d_x);

/// Operands: x. `symbol`: "Q" or "K", for the formula.
Dependence rotary_dependence(const std::vector<double>& frequencies, const std::string& symbol);

}  // namespace vitrine
