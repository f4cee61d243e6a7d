#pragma once
/// The part of a transcript about one number: what it is, what it is made of, and what it goes into.

#include <string>
#include <vector>

#include "app/run/run.h"

namespace vitrine {

/// A number as transcripts have it: as the screen does, without a plus; ids and masks as integers.
std::string transcript_number(double value, ElementType type);

/// A gradient, or value × gradient: three significant digits, without a plus.
std::string transcript_slope(double slope);

/// The lines about a cell, of which long ones are still to be wrapped. Of a difference of two runs: the cell in both. `every_term`:
/// no terms are folded.
std::vector<std::string> number_lines(const Run& run, const TensorInfo& info, const Index& cell, bool every_term);

/// The same about its gradient. Requires: the run is no difference, and the tensor has a gradient.
std::vector<std::string> gradient_lines_of(const Run& run, const TensorInfo& info, const Index& cell, bool every_term);

/// The next update of a weight, line by line. Empty: the run has none.
std::vector<std::string> update_lines(const Run& run, const std::string& parameter, const Index& cell);

}  // namespace vitrine
