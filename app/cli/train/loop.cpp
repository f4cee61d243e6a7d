#include "app/cli/train/loop.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/train/session.h"
#include "core/train/trainer.h"

namespace vitrine {

namespace {

constexpr std::chrono::seconds between_saves{60};

/// The epoch of the last step, as Progress wants it: −1 where finding it would take long.
std::int64_t last_epoch_of(const BatchSource& source, std::int64_t last_step) {
    constexpr std::int64_t most_gone_through = 1000;
    const Epoch first = source.epoch_of(1);
    if (first.number == 0) return 0;
    const bool is_far = source.size().tokens > 0 && last_step / first.last_step > most_gone_through;
    return is_far ? -1 : source.epoch_of(last_step).number;
}

}  // namespace

TrainLoop::TrainLoop(TrainingRun run)
    : run_(std::move(run)),
      trainer_(run_.configuration, run_.state->parameters.tensors(), run_.data.source(run_.plan.batch_size, run_.plan.options.seed),
               run_.plan.options),
      progress_(run_.state->steps, run_.plan.last_step, last_epoch_of(trainer_.source(), run_.plan.last_step)),
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
    const auto start = Clock::now();
    breakdown_ = trainer_.step();
    if (breakdown_) return;
    good_.judge(trainer_.report());
    note_step(std::chrono::duration<double>(Clock::now() - start).count());
}

void TrainLoop::note_step(double seconds) {
    const StepReport& report = trainer_.report();
    if (run_.keeps_history) {
        run_.history.curves.add(report);
        keep();
    }
    log_.write({report, seconds, evaluate_if_due()});
    progress_.step(report, trainer_.source().epoch_of(report.step).number, seconds);
    note_epoch();
}

/// Reports an epoch at its end.
void TrainLoop::note_epoch() {
    const StepReport& report = trainer_.report();
    const Epoch epoch = trainer_.source().epoch_of(report.step);
    if (epoch.number == 0) return;
    losses_.push_back(report.loss);
    if (report.step < epoch.last_step) return;
    const double sum = epoch_loss_at(report.step - 1) + report.loss;
    progress_.epoch(epoch.number, sum / static_cast<double>(epoch.last_step - epoch.first_step + 1));
}

/// The loss on the held-out pairs, if it is due after this step. Keeps the weights if it is the lowest so far; a loss that is no
/// number, as that of weights that are about to break down, is not.
std::optional<double> TrainLoop::evaluate_if_due() {
    const EvaluationPlan& plan = run_.plan.evaluation;
    const TrainingState& state = trainer_.state();
    if (plan.every == 0 || state.steps % plan.every > 0) return std::nullopt;
    const std::span<const Example> all = run_.data.task->held_out;
    const auto pairs = plan.pairs > 0 ? all.first(std::min(all.size(), static_cast<std::size_t>(plan.pairs))) : all;
    const Evaluation evaluation =
        evaluate(run_.configuration, state.parameters.tensors(), pairs, regime_of_probe(run_.plan.options));
    if (run_.keeps_history) run_.history.curves.add_held_out(state.steps, evaluation);
    if (plan.keeps_best && std::isfinite(evaluation.loss) && (!run_.best || evaluation.loss < run_.best->loss)) {
        if (!run_.best) run_.best = std::make_unique<BestWeights>(run_.configuration);
        run_.best->step = state.steps;
        run_.best->loss = evaluation.loss;
        copy_cells(state.parameters, run_.best->parameters);
    }
    progress_.held_out(evaluation.loss);
    return evaluation.loss;
}

/// The best weights, unless they are of a later step; null: there are none.
const BestWeights* TrainLoop::best_until(std::int64_t step) const {
    return run_.best && run_.best->step <= step ? run_.best.get() : nullptr;
}

/// The sum of the losses of the current epoch's steps; 0 after the last step of an epoch.
double TrainLoop::epoch_loss_at(std::int64_t step) const {
    const Epoch epoch = trainer_.source().epoch_of(step + 1);
    if (epoch.number == 0) return 0;
    const std::int64_t before = run_.state->steps, epoch_start = epoch.first_step - 1;
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
            run_.keeps_history ? &run_.history.moments : nullptr,
            {},
            best_until(state.steps)};
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
