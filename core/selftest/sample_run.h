#pragma once
/// A sample with a finished run of its own sentences. Only for core/selftest.

#include <memory>

#include "core/io/model.h"
#include "core/selftest/computation.h"
#include "core/trace/trace.h"

namespace vitrine {

struct SampleRun {
    Model model;
    Activations activations{};
    Pass pass{model.configuration, model.parameters, model.batch};

    /// Opens the sample and runs it.
    SampleRun(const char* sample, const Computation& computation);
    SampleRun(const SampleRun&) = delete;
    SampleRun& operator=(const SampleRun&) = delete;

    FinishedPass finished() const { return {pass, activations}; }
    Trace trace() const;
};

/// Five sentences of different lengths, and both stacks.
inline constexpr const char* padded_sample = "translation";

}  // namespace vitrine
