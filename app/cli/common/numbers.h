#pragma once
/// Numbers on the command line: what is wrong with one, before anyone works with it.

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Says what is wrong with the text of an option, or nothing.
using Objection = std::function<std::string(const std::string&)>;

/// A whole number from `least` to 2⁶³ − 1; from 0 to 2⁶⁴ − 1 where least is 0.
Objection whole_number(std::int64_t least);

/// least ≤ x ≤ most, above < x < below.
struct Interval {
    double least = -std::numeric_limits<double>::infinity();
    double above = -std::numeric_limits<double>::infinity();
    double below = std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();

    bool contains(double x) const { return x >= least && x > above && x < below && x <= most; }  // NaN is in none
};

Objection number_in(const Interval& interval);

/// The parts of "0.9,0.98".
std::vector<std::string> split_at_commas(std::string_view text);

}  // namespace vitrine
