#include "app/training/plan.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/model/design_choices.h"
#include "core/tasks/one_text.h"
#include "core/tensor/error.h"
#include "core/tensor/parallel.h"
#include "core/text/plain_text.h"
#include "core/train/recipe.h"

namespace vitrine {

namespace {

using TaskLists = std::array<std::vector<Task>, 3>;

/// All included tasks for models of this architecture. Their words are needed to find the tasks that a model knows.
const std::vector<Task>& all_tasks(Architecture architecture) {
    static const TaskLists lists = [] {
        TaskLists made;
        for (const TaskInfo& info : list_tasks()) {
            const Task task = make_task(info.name);
            for (const Architecture one : {Architecture::transformer, Architecture::decoder, Architecture::encoder})
                made[static_cast<std::size_t>(one)].push_back(in_one_text(task, one));
        }
        return made;
    }();
    return lists[static_cast<std::size_t>(architecture)];
}

bool knows_words(const Model& model, const Task& task) {
    return fits(task, model.configuration, model.source_vocabulary, model.target_vocabulary);
}

bool has_labels(const Batch& batch) { return batch.labels.count() > 0; }

/// The open sentences as a task without sentence pairs: their batch is what is learned.
Task task_of_open_sentences(const Model& model) {
    Task task;
    task.name = open_sentences;
    task.source_vocabulary = model.source_vocabulary;
    task.target_vocabulary = model.target_vocabulary;
    return task;
}

Configuration configuration_of(const TrainingSettings& settings, const Task& task, const Run* open) {
    if (settings.from != TrainingStart::new_model) {
        Configuration c = open->model->configuration;
        c.dropout = settings.dropout;
        if (c.embedding_dropout > 0) c.embedding_dropout = settings.dropout;  // one choice sets both kinds of dropout
        return c;
    }
    Configuration c;
    c.d_model = settings.d_model;
    c.nhead = settings.heads;
    c.num_encoder_layers = c.num_decoder_layers = settings.layers;  // the task sets the number for a stack that the model lacks
    c.dim_feedforward = settings.feed_forward;
    c.dropout = settings.dropout;
    c.norm_placement = settings.norm;
    apply_task(task, c);
    return c;
}

/// A cosine schedule needs an end, but training in the window has none. So it ends where small tasks have long been learned.
constexpr std::int64_t cosine_steps = 10'000;

ScheduleOptions schedule_of(const TrainingSettings& settings) {
    ScheduleOptions schedule;
    schedule.kind = settings.schedule;
    schedule.rate = settings.rate;
    if (settings.schedule != ScheduleKind::constant) schedule.warmup = settings.warmup;
    if (settings.schedule == ScheduleKind::cosine) schedule.steps = cosine_steps;
    return schedule;
}

BatchSize batch_size_of(const TrainingSettings& settings) {
    BatchSize size = settings.batch_size;
    size.tokens = settings.batch_tokens;
    size.accumulated = settings.accumulated;
    return size;
}

}  // namespace

std::string further_refusal(const Run* run) {
    // Training stores a gradient and the optimiser's averages for every weight, and the passes over its sentences.
    constexpr Size most_numbers = 20'000'000;
    if (!run) return "no model is open";
    if (run->difference) return "a difference of two runs is not a model";
    if (!run->is_transformer()) return "an attention alone has no labels to learn from";
    if (run->model->configuration.classes > 0) return "a model that tells classes is not trained here";
    Size numbers = 0;
    for (const TensorView& tensor : run->trace.tensors) numbers += tensor.present() ? tensor.layout.count() : 0;
    for (const ParameterView& parameter : run->parameter_list) numbers += parameter.tensor.layout.count();
    if (numbers > most_numbers) return "the open model is too large to be trained in the window";
    return tasks_of(*run).empty() ? "the open sentences have no labels, and no task uses the vocabulary of the open model" : "";
}

std::vector<std::string> tasks_of(const Run& run) {
    std::vector<std::string> names;
    for (const Task& task : all_tasks(run.model->configuration.architecture)) {
        if (knows_words(*run.model, task)) names.insert(task.name == run.model->name ? names.begin() : names.end(), task.name);
    }
    if (has_labels(run.model->batch)) names.push_back(open_sentences);
    return names;
}

TrainingSettings settings_of(const TrainingPlan& plan, const ScheduleOptions& schedule, const Configuration& c) {
    TrainingSettings settings;
    if (plan.data.kind == DataKind::task) settings.task = plan.data.name;
    settings.from = TrainingStart::open_model;
    settings.d_model = c.d_model, settings.heads = c.nhead;
    settings.architecture = c.architecture;
    settings.layers = c.layers(c.last_stack()), settings.feed_forward = c.dim_feedforward;
    settings.dropout = c.dropout;
    settings.batch_size = plan.batch_size.pairs;
    settings.optimizer = plan.options.optimizer.kind;
    settings.schedule = schedule.kind;
    settings.rate = schedule.rate;
    settings.warmup = schedule.warmup;
    settings.label_smoothing = plan.options.label_smoothing;
    settings.clip = plan.options.clip;
    settings.seed = plan.options.seed;
    settings.causal_mask = plan.options.causal_mask, settings.padding_mask = plan.options.padding_mask;
    const Design& design = plan.options.design;
    settings.norm = c.norm_placement;
    settings.scale_scores = design.scale_scores, settings.positions = design.positions, settings.residuals = design.residuals;
    for (int i = 0; i < training_option_count; ++i) {
        const auto option = static_cast<TrainingOption>(i);
        const std::span<const double> values = option_info(option).values;
        set_option(settings, option, std::clamp(option_value(settings, option), values.front(), values.back()));
    }
    settings.batch_tokens = plan.batch_size.tokens, settings.accumulated = plan.batch_size.accumulated;
    return settings;
}

std::optional<TrainingPlan> plan_to_save(const TrainingSettings& settings, const TrainerOptions& options) {
    if (settings.task.empty() || settings.task == open_sentences) return std::nullopt;
    TrainingPlan plan;
    plan.data.name = settings.task;
    plan.batch_size = batch_size_of(settings);
    plan.options = options;
    plan.threads = threads();
    return plan;
}

void fit(TrainingSettings& settings, const Run* run) {
    if (settings.from != TrainingStart::new_model && !further_refusal(run).empty()) settings.from = TrainingStart::new_model;
    if (settings.from == TrainingStart::new_model) {
        if (settings.task.empty() || settings.task == open_sentences) settings.task = list_tasks().front().name;
        return;
    }
    const std::vector<std::string> tasks = tasks_of(*run);
    if (std::ranges::find(tasks, settings.task) == tasks.end()) settings.task = tasks.front();
}

SessionPlan make_plan(const TrainingSettings& settings, const Run* open) {
    const bool is_new = settings.from == TrainingStart::new_model;
    if (!is_new) {
        if (const std::string why = further_refusal(open); !why.empty()) throw Error(why);
    }
    const bool sentences = settings.task == open_sentences;
    if (is_new && sentences) throw Error("a new model does not have the vocabulary of the open sentences: choose a task");
    const Architecture architecture = is_new ? settings.architecture : open->model->configuration.architecture;
    Task task = sentences ? task_of_open_sentences(*open->model) : in_one_text(make_task(settings.task), architecture);
    if (!is_new && !sentences && !knows_words(*open->model, task))
        throw Error("the open model does not have the vocabulary of the task " + in_quotes(settings.task) +
                    ": choose another, or a new model");
    const Configuration configuration = configuration_of(settings, task, open);
    check(configuration);
    TrainerOptions options;
    options.optimizer.kind = settings.optimizer;
    options.schedule = schedule_of(settings);
    options.label_smoothing = settings.label_smoothing;
    options.clip = settings.clip;
    options.seed = settings.seed;
    options.causal_mask = settings.causal_mask;
    options.padding_mask = settings.padding_mask;
    options.design.scale_scores = settings.scale_scores;
    options.design.positions = settings.positions;
    options.design.residuals = settings.residuals;
    check(options.design, configuration);
    const bool goes_on = settings.from == TrainingStart::open_model;
    const bool has_probe = !is_new && has_labels(open->model->batch);
    return {.configuration = configuration,
            .parameters =
                goes_on ? *open->parameters : initialise(configuration, {recipe_for(settings.task).initialisation, settings.seed}),
            .task = std::move(task),
            .batches = sentences ? std::vector<Batch>{open->model->batch} : std::vector<Batch>{},
            .batch_size = batch_size_of(settings),
            .options = options,
            .probe = has_probe ? std::optional(open->model->batch) : std::nullopt};
}

}  // namespace vitrine
