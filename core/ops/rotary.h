#pragma once
/// Rotary positions (Su et al. 2021, "RoFormer"): every query and key is turned by angles that grow with its position, so that
/// their product depends on the distance between the two.

#include <optional>
#include <vector>

#include "core/ops/dependence.h"

namespace vitrine {

/// Which frequencies are divided, for texts longer than those of the first training.
enum class RotaryScalingKind : std::uint8_t {
    llama3,  ///< low ones; high ones stay, and those in between are a mixture of both
    linear,  ///< all: position interpolation (Chen et al. 2023)
};

struct RotaryScaling {
    double factor = 8;
    double low_frequency_factor = 1;   ///< llama3: waves longer than original_positions / this are divided
    double high_frequency_factor = 4;  ///< llama3: waves shorter than original_positions / this stay
    Size original_positions = 8192;    ///< llama3
    RotaryScalingKind kind = RotaryScalingKind::llama3;

    bool operator==(const RotaryScaling&) const = default;
};

/// Which two features of a head form a pair.
enum class RotaryPairs : std::uint8_t {
    halves,      ///< i and i + n/2, where n features are turned
    neighbours,  ///< 2i and 2i + 1, as in the paper and in GPT-J
};

/// How a model turns queries and keys.
struct Rotation {
    double base = 10000;
    std::optional<RotaryScaling> scaling{};
    std::optional<Size> width{};  ///< the first features of a head, which are turned; none: all of them
    RotaryPairs pairs = RotaryPairs::halves;

    bool operator==(const Rotation&) const = default;
};

/// The angles of a rotation.
struct RotaryTurn {
    std::vector<double> frequencies;  ///< the angle by which each pair is turned per position
    RotaryPairs pairs = RotaryPairs::halves;

    Size pair_count() const { return static_cast<Size>(frequencies.size()); }
    bool is_turned(Size feature) const { return feature < 2 * pair_count(); }
    /// The pair of a feature that is turned, and whether the feature is the first of the two.
    Size pair_of(Size feature) const { return pairs == RotaryPairs::halves ? feature % pair_count() : feature / 2; }
    bool is_first(Size feature) const { return pairs == RotaryPairs::halves ? feature < pair_count() : feature % 2 == 0; }
    /// The two features of a pair.
    Size first_of(Size pair) const { return pairs == RotaryPairs::halves ? pair : 2 * pair; }
    Size second_of(Size pair) const { return pairs == RotaryPairs::halves ? pair + pair_count() : 2 * pair + 1; }
    /// The other feature of its pair; a feature that is not turned is its own partner.
    Size partner_of(Size feature) const;
};

/// The rotation of heads of this width: pair i of n features is turned by base^(−2i/n) per position.
RotaryTurn rotary_turn(const Rotation& rotation, Size head_width);

/// Turns every pair by the angle (first + l) · its frequency; the other features stay:
///   output[l, i] = x[l, i] · cos − x[l, j] · sin
///   output[l, j] = x[l, j] · cos + x[l, i] · sin      for the pair i, j
/// x, output: [B, H, L, d] of the same order.
void rotary_forward(const Tensor& x, const RotaryTurn& turn, Size first, Tensor& output);

/// Sets d_x for first = 0: turned back by the same angles.
void rotary_backward(const Tensor& d_output, const RotaryTurn& turn, Tensor& d_x);

/// Operands: x. `symbol`: its name in the formula, "Q" or "K".
Dependence rotary_dependence(const RotaryTurn& turn, const std::string& symbol);

}  // namespace vitrine
