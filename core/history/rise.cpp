#include "core/history/rise.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr double deviation_per_median = 1.4826;  // of a normal distribution: its deviation by the median distance from its middle
constexpr double least_by_noise = 6;

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// The median of each point and of two on each side, as far as they are there.
std::vector<double> smoothed(const std::vector<CurvePoint>& points) {
    constexpr std::size_t beside = 2;
    std::vector<double> result;
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<double> near;
        for (std::size_t j = i - std::min(i, beside); j < std::min(points.size(), i + beside + 1); ++j)
            near.push_back(points[j].value);
        result.push_back(median_of(std::move(near)));
    }
    return result;
}

/// lowest_from[i]: the lowest value from i on.
std::vector<double> lowest_from(const std::vector<double>& values) {
    std::vector<double> lowest = values;
    for (std::size_t i = lowest.size() - 1; i > 0; --i) lowest[i - 1] = std::min(lowest[i - 1], lowest[i]);
    return lowest;
}

}  // namespace

std::optional<Rise> steepest_rise(std::span<const CurvePoint> points) {
    constexpr std::size_t least_points = 5;
    constexpr double least_rise = 0.2;
    std::vector<CurvePoint> finite;
    std::ranges::copy_if(points, std::back_inserter(finite), [](const CurvePoint& point) { return std::isfinite(point.value); });
    if (finite.size() < least_points) return std::nullopt;
    const std::vector<double> score = smoothed(finite);
    std::vector<double> off;
    for (std::size_t i = 0; i < score.size(); ++i) off.push_back(std::abs(finite[i].value - score[i]));
    const double noise = deviation_per_median * median_of(off);
    Rise rise{.before = *std::ranges::min_element(score), .after = score.back()};
    const double whole = rise.after - rise.before;
    if (whole < least_rise || whole < least_by_noise * noise) return std::nullopt;

    const std::vector<double> lowest_later = lowest_from(score);
    double steepest = 0;
    std::size_t first = 0, last = 0;
    for (std::size_t i = 0; i < score.size(); ++i) {
        for (std::size_t j = i + 1; j < score.size(); ++j) {
            const double height = score[j] - score[i];
            const double slope = height / static_cast<double>(finite[j].step - finite[i].step);
            if (height < whole / 2 || !(slope > steepest) || lowest_later[j] < score[i] + height / 2) continue;
            steepest = slope, first = i, last = j;
        }
    }
    if (steepest == 0) return std::nullopt;
    std::size_t half = first;
    while (score[half] < (score[first] + score[last]) / 2) ++half;
    rise.step = finite[half].step, rise.from = finite[first].step, rise.until = finite[last].step;
    return rise;
}

namespace {

/// A stretch of steps: their middle, and the logarithm of their mean loss.
struct Stretch {
    double step = 0, height = 0;
};

std::vector<Stretch> stretches_of(const std::vector<CurvePoint>& points) {
    constexpr std::size_t most = 60;
    const std::size_t count = std::min(most, points.size());
    std::vector<Stretch> stretches;
    for (std::size_t s = 0; s < count; ++s) {
        const std::size_t begin = s * points.size() / count, end = (s + 1) * points.size() / count;
        double loss = 0, step = 0;
        for (std::size_t i = begin; i < end; ++i) loss += points[i].value, step += static_cast<double>(points[i].step);
        const auto size = static_cast<double>(end - begin);
        stretches.push_back({step / size, std::log(loss / size)});
    }
    return stretches;
}

double noise_of(const std::vector<Stretch>& stretches) {
    std::vector<double> off;
    for (std::size_t i = 1; i + 1 < stretches.size(); ++i)
        off.push_back(std::abs(stretches[i].height - (stretches[i - 1].height + stretches[i + 1].height) / 2));
    return deviation_per_median * median_of(std::move(off));
}

}  // namespace

std::optional<Knee> knee_of(std::span<const CurvePoint> points) {
    constexpr std::size_t least_points = 20;
    constexpr double least_share = 0.2;
    const double least_fall = std::log(1.25);
    std::vector<CurvePoint> finite;
    std::ranges::copy_if(points, std::back_inserter(finite),
                         [](const CurvePoint& point) { return std::isfinite(point.value) && point.value > 0; });
    if (finite.size() < least_points) return std::nullopt;
    const std::vector<Stretch> curve = stretches_of(finite);
    const Stretch &first = curve.front(), &last = curve.back();
    const double fall = first.height - last.height;
    if (!(fall >= least_fall)) return std::nullopt;
    double farthest = 0;
    const Stretch* knee = nullptr;
    for (const Stretch& one : curve) {
        const double line = first.height - fall * (one.step - first.step) / (last.step - first.step);
        if (line - one.height > farthest) farthest = line - one.height, knee = &one;
    }
    if (!knee || farthest < least_share * fall || farthest < least_by_noise * noise_of(curve)) return std::nullopt;
    return Knee{std::llround(knee->step), std::exp(knee->height)};
}

}  // namespace vitrine
