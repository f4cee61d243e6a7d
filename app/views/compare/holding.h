#pragma once
/// Compares a recorded trace with a run: reads it, and looks for what explains the differences.

#include <optional>
#include <string>

#include "app/base/job.h"
#include "app/views/compare/commands.h"

namespace vitrine {

/// Reads a trace and matches it with our run. Throws Error if the file is not a trace, if nothing in it is a tensor of ours, or
/// if our model is not a whole Transformer.
std::shared_ptr<const Run> read_trace_as_run(const std::string& file, const std::shared_ptr<const Run>& ours);

/// Why no causes are sought for differences from this run; empty if they are.
std::string search_refusal(const Run& reference);

/// The mistakes that explain the differences of a recorded run. `goes_on` is called before each mistake that is tried.
ToldCauses causes_of(const Run& recorded, const Run& reference, const std::function<bool(int tried)>& goes_on);

/// Whether the trace and the run that it was matched with are A and B.
bool holds_against_reference(const State& state);

/// The trace that has to be read or, if it has been read, the causes that have to be found.
std::optional<MissingResult> missing_trace(const State& state);

}  // namespace vitrine
