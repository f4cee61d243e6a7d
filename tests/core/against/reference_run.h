#pragma once
/// A run of ours and other programs' traces of it, for tests that compare the two.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/against/our_run.h"
#include "core/against/recorded_trace.h"
#include "core/pass/transformer.h"

namespace vitrine::test {

/// A model, a batch, and all tensors computed from them, with gradients if the batch has labels.
struct ReferenceRun {
    ReferenceRun(Configuration model, Parameters weights, Batch sentences)
        : configuration(std::move(model)), parameters(std::move(weights)), batch(std::move(sentences)) {
        const Pass pass{configuration, parameters, batch};
        forward(pass, activations);
        outline = std::make_shared<const Outline>(make_outline(configuration));
        trace = make_trace(outline, activations);
        if (batch.labels.empty()) return;
        parameter_gradients = make_parameters(configuration);
        backward(pass, activations, {gradients, parameter_gradients});
        gradient_trace = make_trace(outline, gradients);
    }
    ReferenceRun(const ReferenceRun&) = delete;
    ReferenceRun& operator=(const ReferenceRun&) = delete;

    OurRun ours() const {
        OurRun run{configuration, parameters, batch, trace};
        if (!batch.labels.empty()) run.gradients = &gradient_trace, run.parameter_gradients = &parameter_gradients;
        return run;
    }

    Configuration configuration;
    Parameters parameters;
    Batch batch;
    Activations activations, gradients;
    Parameters parameter_gradients;
    std::shared_ptr<const Outline> outline;
    Trace trace, gradient_trace;
};

/// Another program's trace, tensor by tensor, in order.
class ForeignWriter {
public:
    /// Adds numbers under a name.
    void add(const std::string& name, std::vector<Size> shape, const std::vector<float>& numbers) {
        const auto& bytes = *contents_.emplace_back(
            std::make_shared<std::string>(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)));
        stored_.emplace_back(name, StoredTensor{StoredType::f32, std::move(shape), {bytes.data(), bytes.size()}});
    }

    /// Adds a tensor of ours as it is.
    void add(const std::string& name, const TensorView& tensor) {
        std::vector<float> numbers;
        for (Size i = 0; i < tensor.layout.count(); ++i)
            numbers.push_back(static_cast<float>(tensor.at(index_of(tensor.layout, i))));
        add(name, {tensor.layout.shape.begin(), tensor.layout.shape.begin() + tensor.layout.rank}, numbers);
    }

    RecordedTrace trace() const { return recorded_trace(stored_); }

private:
    std::vector<std::shared_ptr<std::string>> contents_;
    std::vector<std::pair<std::string, StoredTensor>> stored_;
};

}  // namespace vitrine::test
