#include "app/views/train/settings.h"
#include "core/train/recipe.h"

namespace vitrine {

namespace {

Configuration configuration_of(const TrainingSettings& settings, const Task& task) {
    Configuration c;
    c.d_model = settings.d_model;
    c.nhead = settings.heads;
    c.num_encoder_layers = c.num_decoder_layers = settings.layers;
    c.dim_feedforward = settings.feed_forward;
    c.dropout = settings.dropout;
    apply_task(task, c);
    return c;
}

/// Half a cosine needs an end; training from the window has none, so one is set where small tasks are long learned.
constexpr std::int64_t cosine_steps = 10'000;

ScheduleOptions schedule_of(const TrainingSettings& settings) {
    ScheduleOptions schedule;
    schedule.kind = settings.schedule;
    schedule.rate = settings.rate;
    if (settings.schedule != ScheduleKind::constant) schedule.warmup = settings.warmup;
    if (settings.schedule == ScheduleKind::cosine) schedule.steps = cosine_steps;
    return schedule;
}

}  // namespace

SessionPlan make_plan(const TrainingSettings& settings) {
    Task task = make_task(settings.task);
    const Configuration configuration = configuration_of(settings, task);
    check(configuration);
    TrainerOptions options;
    options.optimizer.kind = settings.optimizer;
    options.schedule = schedule_of(settings);
    options.label_smoothing = settings.label_smoothing;
    options.clip = settings.clip;
    options.seed = settings.seed;
    options.causal_mask = settings.causal_mask;
    options.padding_mask = settings.padding_mask;
    return {.configuration = configuration,
            .parameters = initialise(configuration, {recipe_for(settings.task).initialisation, settings.seed}),
            .task = std::move(task),
            .batch_size = settings.batch_size,
            .options = options};
}

}  // namespace vitrine
