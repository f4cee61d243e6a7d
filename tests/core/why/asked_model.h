#pragma once
/// A model with a forward pass, to be asked why.

#include <memory>

#include "core/pass/transformer.h"
#include "core/trace/parameter_trace.h"
#include "core/why/asked_run.h"

namespace vitrine::tests {

class AskedModel {
public:
    AskedModel(const Configuration& configuration, const Parameters& parameters, const Batch& batch, const Regime& regime = {})
        : configuration(configuration), pass{this->configuration, parameters, batch, regime} {
        forward(pass, activations);
        const auto outline = std::make_shared<const Outline>(make_outline(this->configuration, regime));
        trace = make_trace(outline, activations);
        parameter_trace = make_parameter_trace(*outline, list_parameters(parameters));
    }
    AskedModel(const AskedModel&) = delete;

    AskedRun run() const { return {configuration, trace, parameter_trace}; }

    Configuration configuration;
    Pass pass;
    Activations activations;
    Trace trace, parameter_trace;
};

}  // namespace vitrine::tests
