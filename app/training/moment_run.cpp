#include "app/training/moment_run.h"

#include <utility>

#include <fmt/format.h>

#include "core/io/learning_data.h"
#include "core/pass/transformer.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// What the update after a moment starts from; null if the optimiser's state is not kept.
std::shared_ptr<const UpdateBasis> update_after(const TrainedModel& model, const KeptMoment& moment) {
    if (!moment.is_full() || !model.options) return nullptr;
    UpdateBasis basis{.options = *model.options, .step = moment.step + 1, .memory = moment.memory};
    basis.options.schedule = moment.schedule;
    basis.rate = learning_rate(moment.schedule, model.model->configuration.d_model, basis.step);
    return std::make_shared<const UpdateBasis>(std::move(basis));
}

}  // namespace

std::shared_ptr<const Run> run_of_moment(const TrainedModel& model, const KeptMoment& moment,
                                         const std::optional<ModelRequest>& request) {
    const std::shared_ptr<const Parameters> parameters = moment.weights();
    auto activations = std::make_shared<Activations>();
    forward({model.model->configuration, *parameters, model.model->batch, model.regime}, *activations);
    auto run = make_run(model, {.title = fmt::format("{}, after {}", model.model->title, counted(moment.step, "step")),
                                .parameters = parameters,
                                .activations = std::move(activations),
                                .update = update_after(model, moment)});
    if (!request) return run;
    auto named = std::make_shared<Run>(*run);
    named->request = *request;
    return named;
}

Size work_of(const TrainedModel& model) {
    const Batch& batch = model.model->batch;
    const double tokens = static_cast<double>(batch.sentences() * (batch.source_length() + batch.target_length()));
    return static_cast<Size>(parameter_count(model.model->configuration) * tokens);
}

std::vector<KeptMoment> some_of(const Moments& moments) {
    constexpr std::size_t most = 8;
    const auto& all = moments.all();
    if (all.size() <= most) return all;
    std::vector<KeptMoment> some;
    for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * (all.size() - 1) / (most - 1)]);
    return some;
}

SessionPlan plan_to_go_on(const TrainingToGoOn& from, const Run& open) {
    const TrainingHistory& history = *from.history;
    const TrainingPlan& plan = *history.plan;
    const Model& model = *open.model;
    LearningData data =
        open_again(plan.data, history.configuration, {model.source_vocabulary, model.target_vocabulary, model.tokenizer});
    Task words;  // for batches, which are not sentence pairs
    words.source_vocabulary = model.source_vocabulary;
    words.target_vocabulary = model.target_vocabulary;
    return {.configuration = history.configuration,
            .parameters = history.moments.all().front().parameters->tensors(),
            .task = data.task ? *std::move(data.task) : std::move(words),
            .batches = std::move(data.batches),
            .batch_size = plan.batch_size,
            .options = plan.options,
            .probe = model.batch.labels.empty() ? std::nullopt : std::optional(model.batch),
            .kept = KeptTraining{history.curves, history.moments, from.step, from.now}};
}

}  // namespace vitrine
