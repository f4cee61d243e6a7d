#pragma once
/// Holding a recorded trace against a run: reading it, and looking for what explains their differences.

#include <optional>
#include <string>

#include "app/base/job.h"
#include "app/views/compare/commands.h"

namespace vitrine {

/// The run that a trace is of, matched with ours. Throws Error where the file is no trace, nothing in it is a tensor of ours, or
/// our model is no whole Transformer.
std::shared_ptr<const Run> read_trace_as_run(const std::string& file, const std::shared_ptr<const Run>& ours);

/// Why no causes are looked for against this run; empty if they are.
std::string search_refusal(const Run& reference);

/// What mistakes explain the differences of a recorded run. `goes_on` is asked before each one that is tried.
ToldCauses causes_of(const Run& recorded, const Run& reference, const std::function<bool(int tried)>& goes_on);

/// Whether the trace that is held and the run it was matched with are A and B.
bool holds_against_reference(const State& state);

/// The trace to be read, or else the causes to be found.
std::optional<MissingResult> missing_trace(const State& state);

}  // namespace vitrine
