#pragma once
/// Properties of position encodings (section 3.5): their rows, each feature as a wave, and the similarity of positions.

#include <optional>
#include <string>

#include "core/ops/embedding.h"

namespace vitrine {

/// PE(p, 2i) = sin(p / 10000^(2i/D)), PE(p, 2i+1) = cos of the same angle; or all sines before all cosines. [position, feature]
Tensor sinusoidal_encoding(Size positions, Size width, Waves waves = Waves::interleaved);

/// The rows of a learned table from `first` on: `positions` or as many as it has. [position, feature]
Tensor learned_encoding(const Tensor& table, Size positions, Size first = 0);

/// One feature of the sinusoidal encoding as a function of the position, also between whole positions.
struct PositionWave {
    Size feature = 0;
    Size width = 1;  ///< D

    bool is_sine() const { return feature % 2 == 0; }

    /// 2i, the even one of the two features with the same angle.
    Size even() const { return feature - feature % 2; }

    /// The other feature with the same angle; the last feature of an odd width has no partner.
    std::optional<Size> partner() const;

    /// 1 / 10000^(2i/D), in radians per position.
    double frequency() const;

    /// 2π · 10000^(2i/D), in positions.
    double wavelength() const;

    double at(double position) const;

    /// "sin(3 / 10000^(6/32))".
    std::string formula(Size position) const;
};

/// The sine feature with the lowest frequency that completes a wave within this many positions; 0, the fastest, if no feature
/// does.
Size slowest_whole_wave(Size width, Size positions);

/// PE(p) · PE(p + k) of the sinusoidal encoding, which does not depend on p: Σ cos(k·ω_i) over the pairs of features, for any real
/// k. Empty for an odd width, where the last sine has no partner and the result depends on p.
std::optional<double> dot_product_at_distance(Size width, double k);

/// The similarity of all pairs of rows of an encoding.
struct PositionSimilarity {
    Tensor dot_product{Axis::position, Axis::position};  // Σ over features of PE(p, j) · PE(q, j)
    Tensor cosine{Axis::position, Axis::position};       // dot product / lengths of both rows; NaN if a row is all zeros
};
PositionSimilarity similarity_of(const Tensor& encoding);

}  // namespace vitrine
