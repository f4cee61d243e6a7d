#include "app/run/make_run.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "app/run/read_ahead.h"
#include "core/io/open_model.h"
#include "core/pass/memory_needed.h"
#include "core/pass/transformer.h"
#include "core/tensor/memory.h"
#include "core/trace/parameter_trace.h"

namespace vitrine {

namespace {

/// Requires: the run's tensors and parameters have their names.
std::shared_ptr<const RunGradients> name_gradients(const Run& run, std::shared_ptr<const Activations> activations,
                                                   std::shared_ptr<const Parameters> parameters) {
    auto named = std::make_shared<RunGradients>();
    named->trace = make_trace(run.trace.outline, *activations);
    named->parameter_trace = make_parameter_trace(
        run.outline(), list_parameters(*parameters, run.model->parameter_names, Buffers::without), run.model->parameter_names);
    named->activations = std::move(activations);
    named->parameters = std::move(parameters);
    named->statistics = std::make_shared<TraceStatistics>(named->trace);
    named->parameter_statistics = std::make_shared<TraceStatistics>(named->parameter_trace);
    named->anatomy = std::make_shared<const GradientAnatomy>(
        DifferentiatedRun{run.trace, run.parameter_trace, named->trace, named->parameter_trace, run.edits.interventions});
    return named;
}

}  // namespace

std::shared_ptr<const Run> make_run(std::shared_ptr<const Model> model, const ModelRequest& request,
                                    std::shared_ptr<const AttentionDevice> device) {
    auto run = std::make_shared<Run>();
    run->request = request;
    run->title = model->title;
    run->device = std::move(device);
    run->generation = next_generation();
    run->model = model;
    run->parameters = std::shared_ptr<const Parameters>(model, &model->parameters);
    run->batch = std::shared_ptr<const Batch>(model, &model->batch);
    const Pass pass = pass_of(*run);
    if (!run->device && pass.keeps_grids) require_memory(attention_bytes(model->configuration, model->batch));
    auto activations = std::make_shared<Activations>();
    forward(pass, *activations);
    run->trace = make_trace(std::make_shared<const Outline>(make_outline(model->configuration, {}, {}, model->parameter_names)),
                            *activations);
    name_parameters(*run);
    run->statistics = std::make_shared<TraceStatistics>(run->trace);
    run->activations = std::move(activations);
    read_ahead(*run);
    return run;
}

std::shared_ptr<const Run> make_run(const ModelRequest& request, std::shared_ptr<const AttentionDevice> device) {
    return make_run(std::make_shared<const Model>(open_model(request)), request, std::move(device));
}

void go_backwards(const Run& run, Gradients gradients) {
    Pass pass = pass_of(run);
    if (!are_fetched(*run.activations)) return backward(pass, *run.activations, gradients);
    pass.device = nullptr, pass.keeps_grids = true;
    Activations here;
    forward(pass, here);
    backward(pass, here, gradients);
}

std::shared_ptr<const Run> with_gradients(const Run& run) {
    auto gradients = std::make_shared<Activations>();
    auto of_parameters = std::make_shared<Parameters>(make_parameters(run.model->configuration));
    go_backwards(run, {*gradients, *of_parameters});
    auto same = std::make_shared<Run>(run);
    const auto named = name_gradients(run, std::move(gradients), std::move(of_parameters));
    named->statistics->find_all();
    named->parameter_statistics->find_all();
    same->gradients = named;
    return same;
}

std::shared_ptr<const Run> make_run(const TrainedModel& model, const TrainedMoment& moment) {
    auto run = std::make_shared<Run>();
    run->title = moment.title;
    run->generation = next_generation();
    run->model = model.model;
    run->batch = moment.batch ? moment.batch : std::shared_ptr<const Batch>(model.model, &model.model->batch);
    run->regime = model.regime;
    run->parameters = moment.parameters;
    run->update = moment.update;
    run->activations = moment.activations;
    run->trace = make_trace(model.outline, *moment.activations);
    name_parameters(*run);
    run->statistics = std::make_shared<TraceStatistics>(run->trace);
    if (moment.gradients) run->gradients = name_gradients(*run, moment.gradients, moment.parameter_gradients);
    return run;
}

}  // namespace vitrine
