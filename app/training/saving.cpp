#include "app/training/saving.h"

#include "core/io/batch_file.h"
#include "core/io/checkpoint.h"
#include "core/io/learning_data.h"
#include "core/io/model_folder.h"
#include "core/io/model_saving.h"
#include "core/tensor/parallel.h"

namespace vitrine {

namespace {

/// The plan of a training on sentences that were not in a file: from now on, it trains on the sentences that the folder opens
/// with.
TrainingPlan plan_on_sentences(const std::filesystem::path& folder, const TrainedModel& trained) {
    TrainingPlan plan;
    plan.data.kind = DataKind::batches;
    plan.data.name = std::filesystem::absolute(folder / model_folder::sentences).lexically_normal().string();
    plan.data.fingerprint = fingerprint_of(batch_text(trained.model->batch));
    plan.threads = threads();
    return plan;
}

double epoch_loss(const TrainingPlan& plan, const Model& model, const KeptMoment& now, const History& history) {
    const LearningData data =
        open_again(plan.data, model.configuration, {model.source_vocabulary, model.target_vocabulary, model.tokenizer});
    return epoch_loss_at(now.step, data.source(plan.batch_size, plan.options.seed), history);
}

}  // namespace

void save_whole(const std::filesystem::path& folder, const TrainingToSave& training, const std::string& window) {
    const Snapshot& snapshot = *training.snapshot;
    const KeptMoment& now = *snapshot.standing;
    const Model& model = *training.model->model;
    TrainingState state(model.configuration);
    restore(now, state);
    History curves = snapshot.history;
    Moments moments = snapshot.moments;
    curves.cut_after(now.step);
    moments.cut_after(now.step);
    TrainingPlan plan = training.model->plan ? *training.model->plan : plan_on_sentences(folder, *training.model);
    if (training.model->options) plan.options = *training.model->options;
    plan.options.schedule = now.schedule;  // the learning rate may have been changed
    plan.last_step = now.step;
    // If a single batch is used again and again, each time is an epoch.
    plan.epoch_loss = training.model->plan ? epoch_loss(plan, model, now, curves) : 0;
    const CheckpointFolder reserved(folder);
    save_checkpoint(folder, {model.configuration, model.source_vocabulary, model.target_vocabulary, plan, state, model.batch,
                             model.tokenizer.get(), &curves, &moments, window});
}

void save_trained(const std::filesystem::path& folder, const Run& run, const TrainingToSave& training) {
    const Snapshot& now = *training.snapshot;
    const bool stands = now.status != SessionStatus::running && now.standing;
    if (training.is_newest && stands) {
        require_no_model(folder);
        return save_whole(folder, training);
    }
    const Model& model = *run.model;
    const HistoryView history{model.configuration, now.history, now.moments,
                              training.model->plan ? &*training.model->plan : nullptr};
    save_model(folder, {model.configuration, *run.parameters, model.source_vocabulary, model.target_vocabulary, *run.batch,
                        model.tokenizer.get(), &history});
}

}  // namespace vitrine
