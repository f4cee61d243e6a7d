#pragma once
/// Axes of plots: which numbers are written beside them, and where numbers lie along them.

#include <string>
#include <vector>

namespace vitrine {

enum class AxisScale : unsigned char { linear, logarithmic };

/// A stretch of numbers along one side of a plot.
struct AxisRange {
    double low = 0, high = 1;
    AxisScale scale = AxisScale::linear;

    /// How far along a number lies, 0 … 1 within the range. On a logarithmic scale what is not positive lies below everything.
    double share(double value) const;

    /// The number at a share of the way.
    double at(double share) const;
};

/// From 0 to the next of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 × 10ⁿ: wider with what it has to hold, but not at every step.
AxisRange range_from_zero(double highest);

/// How far the colours or bars of shares go: to 1 or, where none is as large as 0.2, as among very many, to the next round number.
double share_limit(double largest);

/// From one of these round numbers to another, so that both lie within: at least a decade.
AxisRange logarithmic_range(double lowest, double highest);

/// Round numbers within a range, at most so many: 1, 2 or 5 × 10ⁿ apart, or on a logarithmic scale 1, 2, 3, 5 × 10ⁿ,
/// fewer of these, or powers of ten.
std::vector<double> ticks(const AxisRange& range, int most);

/// "0.002", "30", "20k", "1e-5": short enough to stand beside an axis.
std::string tick_text(double value);

}  // namespace vitrine
