#include "app/widgets/chart/axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace vitrine {

double AxisRange::share(double value) const {
    if (scale == AxisScale::linear) return (value - low) / (high - low);
    if (value <= 0) return -1;
    return (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low));
}

double AxisRange::at(double share) const {
    if (scale == AxisScale::linear) return low + share * (high - low);
    return std::pow(10, std::log10(low) + share * (std::log10(high) - std::log10(low)));
}

namespace {

constexpr std::array round_numbers{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
constexpr double slack = 1e-9;

double power_below(double value) { return std::pow(10, std::floor(std::log10(value) + slack)); }

double round_above(double value) {
    const double unit = power_below(value);
    for (const double round : round_numbers) {
        if (round * unit >= value * (1 - slack)) return round * unit;
    }
    return 10 * unit;
}

double round_below(double value) {
    const double unit = power_below(value);
    double found = unit;
    for (const double round : round_numbers) {
        if (round * unit <= value * (1 + slack)) found = round * unit;
    }
    return found;
}

std::vector<double> linear_ticks(const AxisRange& range, int most) {
    const double coarse = (range.high - range.low) / std::max(1, most);
    const double unit = std::pow(10, std::floor(std::log10(coarse)));
    double step = 10 * unit;
    for (const double round : {5.0, 2.0, 1.0}) {
        if (round * unit >= coarse * (1 - slack)) step = round * unit;
    }
    std::vector<double> found;
    for (double i = std::ceil(range.low / step - slack); i * step <= range.high + slack * step; ++i)
        found.push_back(i * step + 0.0);
    return found;
}

/// Every nth decade, with the same digits in each.
std::vector<double> decades(const AxisRange& range, std::span<const double> digits, int stride) {
    const int first = static_cast<int>(std::floor(std::log10(range.low) + slack));
    const int last = static_cast<int>(std::floor(std::log10(range.high) + slack));
    std::vector<double> found;
    for (int decade = first; decade <= last; ++decade) {
        if (decade % stride != 0) continue;
        for (const double digit : digits) {
            const double value = digit * std::pow(10, decade);
            if (value >= range.low * (1 - slack) && value <= range.high * (1 + slack)) found.push_back(value);
        }
    }
    return found;
}

std::vector<double> logarithmic_ticks(const AxisRange& range, int most) {
    constexpr double fine[] = {1, 2, 3, 5}, middle[] = {1, 2, 5}, thirds[] = {1, 3}, whole[] = {1};
    for (const std::span<const double> digits : {std::span<const double>(fine), {middle}, {thirds}}) {
        std::vector<double> found = decades(range, digits, 1);
        if (static_cast<int>(found.size()) <= most) return found;
    }
    for (int stride = 1;; ++stride) {
        std::vector<double> found = decades(range, whole, stride);
        if (static_cast<int>(found.size()) <= std::max(1, most)) return found;
    }
}

}  // namespace

AxisRange range_from_zero(double highest) {
    if (!(highest > 0) || !std::isfinite(highest)) return {0, 1};
    return {0, round_above(highest)};
}

AxisRange logarithmic_range(double lowest, double highest) {
    if (!(lowest > 0) || !std::isfinite(highest)) return {0.1, 1, AxisScale::logarithmic};
    constexpr double least = 10;
    // A series that varies less than this is placed in the middle of a decade.
    const double widening = std::max(1.0, std::sqrt(least * lowest / highest));
    return {round_below(lowest / widening), round_above(highest * widening), AxisScale::logarithmic};
}

std::vector<double> ticks(const AxisRange& range, int most) {
    return range.scale == AxisScale::linear ? linear_ticks(range, most) : logarithmic_ticks(range, most);
}

std::string tick_text(double value) {
    const double size = std::abs(value);
    if (size >= 1e6) return fmt::format("{:g}M", value / 1e6);
    if (size >= 1e4) return fmt::format("{:g}k", value / 1e3);
    if (size != 0 && size < 1e-3) {
        const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-9));
        return fmt::format("{:g}e{}", std::round(value / std::pow(10, exponent) * 100) / 100, exponent);
    }
    return fmt::format("{:g}", value);
}

double share_limit(double largest) {
    constexpr double small = 0.2;
    return largest > 0 && largest < small ? range_from_zero(largest).high : 1;
}

}  // namespace vitrine
