#include "app/training/saving.h"

#include "core/io/checkpoint.h"
#include "core/io/learning_data.h"
#include "core/io/model_saving.h"

namespace vitrine {

namespace {

/// Whether all is there that training needs to go on.
bool is_whole(const TrainingToSave& training) {
    const Snapshot& now = *training.snapshot;
    return training.is_newest && training.model->plan && now.update && now.update->memory && !now.batch;
}

void save_whole(const std::filesystem::path& folder, const Run& run, const TrainingToSave& training) {
    const Snapshot& now = *training.snapshot;
    const Model& model = *run.model;
    TrainingState state(model.configuration);
    state.steps = now.steps;
    state.parameters.assign(*run.parameters);
    copy_cells(now.update->memory->first_moment, state.optimizer.first_moment);
    copy_cells(now.update->memory->second_moment, state.optimizer.second_moment);
    TrainingPlan plan = *training.model->plan;
    plan.options = now.update->options;  // the learning rate may have been changed
    plan.last_step = now.steps;
    const LearningData data =
        open_again(plan.data, model.configuration, {model.source_vocabulary, model.target_vocabulary, model.tokenizer});
    plan.epoch_loss = epoch_loss_at(now.steps, data.source(plan.batch_size, plan.options.seed).steps_per_epoch(), now.history);
    require_no_model(folder);
    save_checkpoint(folder, {model.configuration, model.source_vocabulary, model.target_vocabulary, plan, state, *run.batch,
                             model.tokenizer.get(), &now.history, &now.moments});
}

}  // namespace

void save_trained(const std::filesystem::path& folder, const Run& run, const TrainingToSave& training) {
    if (is_whole(training)) return save_whole(folder, run, training);
    const Model& model = *run.model;
    const Snapshot& now = *training.snapshot;
    const HistoryView history{model.configuration, now.history, now.moments,
                              training.model->plan ? &*training.model->plan : nullptr};
    save_model(folder, {model.configuration, *run.parameters, model.source_vocabulary, model.target_vocabulary, *run.batch,
                        model.tokenizer.get(), &history});
}

}  // namespace vitrine
