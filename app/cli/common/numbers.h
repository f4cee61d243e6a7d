#pragma once
/// Checks numbers on the command line.

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Returns what is wrong with the text of an option; empty: nothing.
using Objection = std::function<std::string(const std::string&)>;

/// Reads a finite decimal number without spaces or a plus sign. Returns what is wrong with the text; empty: nothing. Number is
/// int, std::int64_t, std::uint64_t or double.
template <class Number>
std::string read_number(const std::string& text, Number& number);

/// Accepts whole numbers from `least` to 2⁶³ − 1; from 0 to 2⁶⁴ − 1 if least is 0.
Objection whole_number(std::int64_t least);

/// Accepts whole numbers from `least` to `most`.
Objection whole_number_between(std::int64_t least, std::int64_t most);

/// The numbers x with least ≤ x ≤ most and above < x < below.
struct Interval {
    double least = -std::numeric_limits<double>::infinity();
    double above = -std::numeric_limits<double>::infinity();
    double below = std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();

    bool contains(double x) const { return x >= least && x > above && x < below && x <= most; }  // false for NaN
};

Objection number_in(const Interval& interval);

/// The parts of "0.9,0.98".
std::vector<std::string> split_at_commas(std::string_view text);

}  // namespace vitrine
