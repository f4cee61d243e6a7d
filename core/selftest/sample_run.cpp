#include "core/selftest/sample_run.h"

#include <fmt/format.h>

#include "core/io/open_model.h"

namespace vitrine {

SampleRun::SampleRun(const char* sample, const Computation& computation) : model(open_model({.sample = sample})) {
    computation.forward(pass, activations);
}

Trace SampleRun::trace() const {
    return make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
}

std::string cell_words(const std::string& path, const Layout& layout, const Index& index) {
    std::string numbers;
    for (int axis = 0; axis < layout.rank; ++axis)
        numbers += (axis ? ", " : "") + std::to_string(index[static_cast<std::size_t>(axis)]);
    return fmt::format("{} [{}]", path, numbers);
}

}  // namespace vitrine
