#include "app/cli/train/loop.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/train/trainer.h"

namespace vitrine {

namespace {

constexpr std::chrono::seconds between_saves{60};

}  // namespace

TrainLoop::TrainLoop(TrainingRun run)
    : run_(std::move(run)),
      trainer_(run_.configuration, run_.state->parameters.tensors(), run_.data.source(run_.plan.batch_size, run_.plan.options.seed),
               run_.plan.options),
      steps_per_epoch_(trainer_.source().steps_per_epoch()),
      progress_(run_.state->steps, run_.plan.last_step, steps_per_epoch_),
      probe_(run_.data.probe(run_.plan.options.seed)),
      saved_(Clock::now()) {
    trainer_.restore(*run_.state);
    repeat();
    if (run_.keeps_history) keep();
    rehearse_checkpoint(run_.out, checkpoint(run_.plan, *run_.state));
}

void TrainLoop::train(TrainLog log, const Interrupt& interrupt) {
    log_ = std::move(log);
    while (trainer_.state().steps < run_.plan.last_step && !breakdown_ && !signal_) {
        take_step();
        signal_ = interrupt.signal();
        if (Clock::now() - saved_ > between_saves) save_meanwhile();
    }
    progress_.finish();
    seconds_ = progress_.seconds();
    save_at_the_end();
}

/// Repeats the steps that lead from a kept moment to the step from which training goes on.
void TrainLoop::repeat() {
    if (run_.repeat_to <= trainer_.state().steps) return;
    trainer_.set_schedule(run_.repeated);
    while (trainer_.state().steps < run_.repeat_to) {
        if (const auto broken = trainer_.step())
            throw Error(fmt::format("step {} could not be taken again. {}", broken->step, sentence(*broken)));
    }
    trainer_.set_schedule(run_.plan.options.schedule);
    run_.state->assign(trainer_.state());
}

/// Keeps a moment if one is due. If the schedule has changed, everything needed to go on from here is kept.
void TrainLoop::keep() {
    const Moments& moments = run_.history.moments;
    const bool another = !moments.empty() && !(moments.all().back().schedule == trainer_.options().schedule);
    if (another || moments.is_due(trainer_.state().steps)) run_.history.moments.keep(trainer_, another);
}

void TrainLoop::take_step() {
    good_.consider(trainer_);
    breakdown_ = trainer_.step();
    if (breakdown_) return;
    good_.judge(trainer_.report());
    note_step();
}

void TrainLoop::note_step() {
    const StepReport& report = trainer_.report();
    if (run_.keeps_history) {
        run_.history.curves.add(report);
        keep();
    }
    log_.write(report);
    progress_.step(report);
    if (steps_per_epoch_ == 0) return;
    losses_.push_back(report.loss);
    if (report.step % steps_per_epoch_ > 0) return;
    const double sum = epoch_loss_at(report.step - 1) + report.loss;
    progress_.epoch(report.step / steps_per_epoch_, sum / static_cast<double>(steps_per_epoch_));
}

/// The sum of the losses of the current epoch's steps; 0 after the last step of an epoch.
double TrainLoop::epoch_loss_at(std::int64_t step) const {
    if (steps_per_epoch_ == 0) return 0;
    const std::int64_t before = run_.state->steps, epoch_start = step / steps_per_epoch_ * steps_per_epoch_;
    const auto taken = losses_.begin() + (std::max(epoch_start, before) - before);
    return std::accumulate(taken, losses_.begin() + (step - before), epoch_start > before ? 0 : run_.plan.epoch_loss);
}

CheckpointView TrainLoop::checkpoint(const TrainingPlan& plan, const TrainingState& state) const {
    return {run_.configuration,
            run_.vocabularies.source,
            run_.vocabularies.target,
            plan,
            state,
            probe_,
            run_.vocabularies.tokenizer.get(),
            run_.keeps_history ? &run_.history.curves : nullptr,
            run_.keeps_history ? &run_.history.moments : nullptr};
}

void TrainLoop::save(const TrainingState& state) {
    TrainingPlan plan = run_.plan;
    plan.epoch_loss = epoch_loss_at(state.steps);
    save_checkpoint(run_.out, checkpoint(plan, state));
    saved_steps_ = state.steps;
}

/// Ends the history at the step of the saved training.
void TrainLoop::keep_last(std::int64_t step) {
    run_.history.curves.cut_after(step);
    run_.history.moments.cut_after(step);
    if (trainer_.state().steps == step) run_.history.moments.keep(trainer_, true);
}

/// Saves during training. If that fails, training goes on, since saving may succeed later.
void TrainLoop::save_meanwhile() {
    try {
        save(trainer_.state());
    } catch (const Error& error) {
        progress_.warn(fmt::format("vitrine: warning: {}; training goes on and is saved again in a minute", error.what()));
    }
    saved_ = Clock::now();
}

void TrainLoop::save_at_the_end() {
    const TrainingState& good = good_.state() ? *good_.state() : *run_.state;
    if (run_.keeps_history) keep_last(breakdown_ ? good.steps : trainer_.state().steps);
    try {
        save(breakdown_ ? good : trainer_.state());
    } catch (const Error& error) {
        const std::string kept = saved_steps_ >= 0 ? fmt::format("; {} still holds step {}", run_.out.string(), saved_steps_)
                                                   : "; what was there before is unchanged";
        throw Error(error.what() + kept);
    }
    if (log_.problem().empty()) return;
    throw Error(fmt::format("{}; the log ends before that step, and {} holds the model after step {}", log_.problem(),
                            run_.out.string(), saved_steps_));
}

}  // namespace vitrine
