#pragma once
/// When a score rose in the course of a training, and where the loss stopped falling fast: found in curves that are noisy and whose
/// points lie unevenly.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vitrine {

/// A number after a step; NaN where there is none.
struct CurvePoint {
    std::int64_t step = 0;
    double value = 0;
};

/// The steepest rise of a score.
struct Rise {
    std::int64_t step = 0;             ///< the first point at which half of it is done
    std::int64_t from = 0, until = 0;  ///< between these points
    double before = 0, after = 0;      ///< the whole rise: from its lowest to its level in the end
};

/// The steepest rise of the smoothed score. Smoothed: each point the median of it and of two on each side, which takes out single
/// outliers and keeps an edge where it is. The whole rise is that from the lowest value to the last one; the steepest is between
/// the two points, of all that rise by at least half of the whole, that rise most per step, if the score does not fall below their
/// middle again. So the noise of points that follow each other closely is no rise.
///
/// Nothing where there is no real rise: fewer than five points, a whole rise of less than 0.2, or of less than six times the noise,
/// which is 1.48 times the median distance of the points from the smoothed ones. Points that are not finite are left out. `points`:
/// by step.
std::optional<Rise> steepest_rise(std::span<const CurvePoint> points);

/// The knee of a loss that falls (Satopää et al. 2011, "Finding a kneedle in a haystack").
struct Knee {
    std::int64_t step = 0;
    double loss = 0;  ///< of the smoothed curve
};

/// The point of the loss that lies farthest below the straight line from the first to the last, as the view Train draws it: steps
/// linear, the loss logarithmic. A loss that falls by the same factor with every step is then a straight line, which has no knee;
/// on a linear scale it would seem to have one, at a place that depends on how long one goes on looking.
///
/// Smoothed: the mean of each of up to 60 stretches of equally many steps. Nothing where there is no knee: fewer than 20 steps, a
/// loss that does not fall by a fifth, a point less than 0.2 of the whole fall below the line, or less than six times the noise,
/// which is 1.48 times the median distance of a stretch from the mean of its two neighbours. Losses that are not finite or not
/// above 0 are left out. `points`: by step.
std::optional<Knee> knee_of(std::span<const CurvePoint> points);

}  // namespace vitrine
