#pragma once
/// The part of a transcript about one number: what it is, what it is computed from, and what is computed from it.

#include <string>
#include <vector>

#include "app/run/run.h"

namespace vitrine {

/// A number in transcripts: as on screen, without a plus; ids and masks as integers.
std::string transcript_number(double value, ElementType type);

/// A gradient, or value × gradient: three significant digits, without a plus.
std::string transcript_slope(double slope);

/// The lines about a cell; long ones still have to be wrapped. For a difference of two runs, the cell in both. `every_term`: no
/// terms are folded.
std::vector<std::string> number_lines(const Run& run, const TensorInfo& info, const Index& cell, bool every_term);

/// The same for its gradient. Requires: the run is not a difference, and the tensor has a gradient.
std::vector<std::string> gradient_lines_of(const Run& run, const TensorInfo& info, const Index& cell, bool every_term);

/// The next update of a weight, line by line. Empty: the run has no update.
std::vector<std::string> update_lines(const Run& run, const std::string& parameter, const Index& cell);

}  // namespace vitrine
