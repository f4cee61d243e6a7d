#pragma once
/// What can be said of an encoding of positions (section 3.5): its rows for any number of positions, each feature as a wave, and
/// how alike two positions are.

#include <optional>
#include <string>

#include "core/tensor/tensor.h"

namespace vitrine {

/// PE(p, 2i) = sin(p / 10000^(2i/D)), PE(p, 2i+1) = cos of the same angle. [position, feature]
Tensor sinusoidal_encoding(Size positions, Size width);

/// The first rows of a learned table, as far as it goes: at most as many as it has. [position, feature]
Tensor learned_encoding(const Tensor& table, Size positions);

/// One feature of the sinusoidal encoding, which any position, whole or not, has a value of.
struct PositionWave {
    Size feature = 0;
    Size width = 1;  ///< D

    bool is_sine() const { return feature % 2 == 0; }

    /// 2i: the even one of the two features that share an angle.
    Size even() const { return feature - feature % 2; }

    /// The other one of the two; the last feature of an odd width has none.
    std::optional<Size> partner() const;

    /// 1 / 10000^(2i/D), in radians per position.
    double frequency() const;

    /// 2π · 10000^(2i/D): after so many positions it begins anew.
    double wavelength() const;

    double at(double position) const;

    /// "sin(3 / 10000^(6/32))".
    std::string formula(Size position) const;
};

/// The slowest sine that goes through at least one whole wave within so many positions; 0, the fastest, where none does.
Size slowest_whole_wave(Size width, Size positions);

/// PE(p) · PE(p + k) of the sinusoidal encoding, whatever p: Σ cos(k·ω_i) over the pairs of features. k may be any number. Nothing
/// for an odd width, whose last sine has no partner: there it depends on p.
std::optional<double> dot_product_at_distance(Size width, double k);

/// How alike any two rows of an encoding are, both [position, position].
struct PositionSimilarity {
    Tensor dot_product{Axis::position, Axis::position};  // Σ over features of PE(p, j) · PE(q, j)
    Tensor cosine{Axis::position, Axis::position};       // the same over both rows' lengths; NaN where one is all zeros
};
PositionSimilarity similarity_of(const Tensor& encoding);

}  // namespace vitrine
