#include "core/selftest/sample_run.h"

#include "core/io/open_model.h"

namespace vitrine {

SampleRun::SampleRun(const char* sample, const Computation& computation) : model(open_model({.sample = sample})) {
    computation.forward(pass, activations);
}

Trace SampleRun::trace() const {
    return make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
}

}  // namespace vitrine
