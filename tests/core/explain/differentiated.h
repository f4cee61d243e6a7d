#pragma once
/// Runs with their gradients, of samples, of reference runs and of random models.

#include <filesystem>
#include <memory>

#include <doctest/doctest.h>

#include "core/explain/gradient_anatomy.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "core/trace/parameter_trace.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/test_data.h"

namespace vitrine::tests {

/// A run with its gradients.
struct RunWithGradients {
    Configuration configuration;
    Parameters parameters, parameter_gradients;
    Batch batch;
    Regime regime;
    Interventions interventions;
    Activations activations, gradients;
    DifferentiatedRun traces;
    std::unique_ptr<GradientAnatomy> anatomy;

    /// `names`: of the folder that the parameters come from; empty: ours.
    explicit RunWithGradients(const Ingredients& made, const Interventions& altered = {}, const ParameterNames& names = {})
        : configuration(made.configuration),
          parameters(altered_parameters(made.parameters, altered)),
          batch(made.batch),
          regime(made.regime),
          interventions(altered) {
        const Pass pass{configuration, parameters, batch, regime, &interventions};
        forward(pass, activations);
        parameter_gradients = make_parameters(configuration);
        backward(pass, activations, {gradients, parameter_gradients});
        const auto outline = std::make_shared<const Outline>(
            make_outline(configuration, regime, partial_residuals(interventions, configuration), names));
        traces = {make_trace(outline, activations), make_parameter_trace(*outline, list_parameters(parameters, names), names),
                  make_trace(outline, gradients),
                  make_parameter_trace(*outline, list_parameters(parameter_gradients, names, Buffers::without), names),
                  interventions};
        anatomy = std::make_unique<GradientAnatomy>(traces);
    }

    /// A run that was differentiated elsewhere. Requires: its tensors outlive this object.
    RunWithGradients(const Parameters& of, const Parameters& of_gradients, const Configuration& c, DifferentiatedRun run)
        : configuration(c), parameters(of), parameter_gradients(of_gradients), traces(std::move(run)) {
        anatomy = std::make_unique<GradientAnatomy>(traces);
    }

    std::vector<std::string> paths() const {
        std::vector<std::string> all;
        for (const TensorInfo& info : traces.values.outline->tensors) all.push_back(info.path);
        for (const TensorInfo& info : traces.parameters.outline->tensors) all.push_back(info.path);
        return all;
    }
};

inline Ingredients opened(const ModelRequest& request) {
    Model model = open_model(request);
    return {model.configuration, std::move(model.parameters), std::move(model.batch)};
}

inline Ingredients golden(const std::string& name) {
    const std::filesystem::path folder = test_data("goldens") / name;
    return opened({.folder = folder, .batch = folder / "batch.json"});
}

/// Calls visit(run) for random models with labels, on random batches with random choices, dropout and smoothed labels.
template <class Visit>
void for_each_random_run(std::uint64_t seeds, Visit&& visit) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Ingredients made = random_ingredients(random);
        made.regime.design = random_design(made.configuration, random);
        if (coin(random)) made.regime.dropout = 0.3, made.regime.seed = seed;
        if (coin(random)) made.regime.embedding_dropout = 0.2;
        if (coin(random)) made.regime.label_smoothing = 0.1;
        if (!made.batch.labels.empty()) visit(RunWithGradients(made));
    }
}

}  // namespace vitrine::tests
