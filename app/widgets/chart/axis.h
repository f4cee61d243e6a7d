#pragma once
/// Axes of plots: their ticks, and the positions of numbers along them.

#include <string>
#include <vector>

namespace vitrine {

enum class AxisScale : unsigned char { linear, logarithmic };

/// The range of numbers along one side of a plot.
struct AxisRange {
    double low = 0, high = 1;
    AxisScale scale = AxisScale::linear;

    /// The position of a number, 0 … 1 within the range. On a logarithmic scale, numbers that are not positive are below every
    /// other.
    double share(double value) const;

    /// The number at a position, the inverse of share().
    double at(double share) const;
};

/// From 0 to the next of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 × 10ⁿ, so that it rarely changes while data grow.
AxisRange range_from_zero(double highest);

/// The limit of the colours or bars of probabilities: 1 or, if all are below 0.2, as when there are very many, the next round
/// number.
double share_limit(double largest);

/// The range between two such round numbers that contains both values: at least a decade.
AxisRange logarithmic_range(double lowest, double highest);

/// Round numbers within a range, at most `most`: 1, 2 or 5 × 10ⁿ apart; on a logarithmic scale 1, 2, 3, 5 × 10ⁿ, only some of
/// these, or powers of ten.
std::vector<double> ticks(const AxisRange& range, int most);

/// "0.002", "30", "20k", "1e-5": a tick's text.
std::string tick_text(double value);

}  // namespace vitrine
