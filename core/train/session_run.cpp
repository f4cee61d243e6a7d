#include "core/train/session_run.h"

#include <algorithm>
#include <span>
#include <utility>

namespace vitrine {

Regime regime_of_probe(const TrainerOptions& options) {
    return {.design = {.causal_mask = options.causal_mask, .padding_mask = options.padding_mask}};
}

SessionRun::SessionRun(const SessionPlan& plan, const Batch& probe)
    : plan_(plan),
      probe_(probe),
      trainer_(plan.configuration, plan.parameters, BatchSource(plan.task, plan.batch_size, plan.options.seed), plan.options),
      parameter_gradients_(make_parameters(plan.configuration)) {}

void SessionRun::run() {
    status_ = SessionStatus::running;
    breakdown_.reset();
    speed_.start();
    has_news_ = true;
}

void SessionRun::pause() {
    evaluates_now_ |= is_running();
    if (is_running()) status_ = SessionStatus::paused;
    has_news_ = true;
}

void SessionRun::step_once() {
    status_ = SessionStatus::paused;
    breakdown_.reset();
    advance();
    has_news_ = true;
}

void SessionRun::advance() {
    breakdown_ = trainer_.step();
    if (breakdown_) {
        status_ = SessionStatus::broken_down;
        has_news_ = true;
        return;
    }
    moment_.reset();
    history_.add(trainer_.report());
    last_good_.judge(trainer_.report());
    if (is_running()) speed_.add_step();
    if (trainer_.state().steps != plan_.last_step) return;
    status_ = SessionStatus::paused;
    evaluates_now_ = has_news_ = true;
}

void SessionRun::set_learning_rate(double rate) {
    trainer_.set_learning_rate(rate);
    has_news_ |= !is_running();
}

void SessionRun::reset() {
    last_good_.clear();
    go_back_to(nullptr);
}

void SessionRun::return_to_last_good() {
    has_news_ = true;
    if (status_ == SessionStatus::broken_down) go_back_to(last_good_.state());
}

void SessionRun::go_back_to(const TrainingState* state) {
    if (state) {
        trainer_.restore(*state);
    } else {
        TrainingState start(plan_.configuration);
        start.parameters.assign(plan_.parameters);
        trainer_.restore(start);
    }
    history_.cut_after(trainer_.state().steps);
    status_ = SessionStatus::paused;
    breakdown_.reset();
    moment_.reset();
    has_news_ = true;
}

std::shared_ptr<Snapshot> SessionRun::make_snapshot() {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot_pace_.spend([&] {
        if (!moment_) record_moment();
    });
    evaluate_if_due();
    if (is_running()) last_good_.consider(trainer_);
    has_news_ = false;

    snapshot->number = ++snapshots_;
    snapshot->status = status_;
    snapshot->steps = trainer_.state().steps;
    snapshot->learning_rate = trainer_.learning_rate();
    snapshot->steps_per_second = speed_.steps_per_second();
    snapshot->parameters = {moment_, &moment_->parameters};
    snapshot->activations = {moment_, &moment_->activations};
    snapshot->gradients = {moment_, &moment_->gradients};
    snapshot->history = history_;
    snapshot->breakdown = breakdown_;
    if (breakdown_) snapshot->last_good = last_good_.steps();
    return snapshot;
}

void SessionRun::record_moment() {
    auto moment = moments_.take();
    moment->parameters = trainer_.state().parameters.tensors();
    const Pass pass{plan_.configuration, moment->parameters, probe_, regime_of_probe(plan_.options)};
    forward(pass, moment->activations);
    backward(pass, moment->activations, {moment->gradients, parameter_gradients_});
    moment_ = std::move(moment);
}

void SessionRun::evaluate_if_due() {
    const bool now = std::exchange(evaluates_now_, false);
    const std::int64_t steps = trainer_.state().steps;
    const auto& past = history_.held_out();
    // The distance grows, so that a run of days has a curve of about a thousand points.
    const bool is_due = is_running() && evaluation_pace_.is_due() && (past.empty() || steps > past.back().step + steps / 100);
    if (plan_.task.held_out.empty() || !(now || is_due) || (!past.empty() && past.back().step == steps)) return;
    evaluation_pace_.spend([&] {
        const std::span<const Example> all = plan_.task.held_out;
        history_.add_held_out(steps, evaluate(plan_.configuration, trainer_.state().parameters.tensors(),
                                              all.first(std::min(all.size(), std::size_t{most_evaluated})),
                                              regime_of_probe(plan_.options), plan_.batch_size));
    });
}

}  // namespace vitrine
