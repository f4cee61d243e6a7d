#pragma once
/// What patch and ablate have in common: many runs of one model, each with other numbers in one place.

#include <string>
#include <vector>

#include "app/cli/common/command_line.h"
#include "core/why/experiment.h"

namespace vitrine {

/// Runs the experiments, whose share is told on standard error. Throws Error where there are more than a hundred thousand, unless
/// `all_of_them` says that they are wanted.
std::vector<double> run_with_progress(const FinishedPass& run, const Metric& metric, const Experiments& experiments,
                                      bool all_of_them);

/// The flag that says so.
void add_all_of_them(CommandLine& command, bool& all_of_them);

/// A line of a table: what was measured, and where numbers were replaced.
struct MeasuredPlace {
    std::string name;
    double value = 0;
};

/// The places whose numbers differ most from `without`, each with its number and the change.
std::string measured_text(std::vector<MeasuredPlace> places, double without, bool all);

}  // namespace vitrine
