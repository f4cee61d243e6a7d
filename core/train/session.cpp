#include "core/train/session.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <span>
#include <utility>

#include "core/tensor/error.h"

namespace vitrine {

Regime regime_of_probe(const TrainerOptions& options) { return {.design = design_of(options)}; }

Regime regime_of_step(const TrainerOptions& options, const Configuration& configuration) {
    Regime regime = regime_of_probe(options);
    regime.label_smoothing = options.label_smoothing;
    regime.dropout = configuration.dropout;
    regime.embedding_dropout = configuration.embedding_dropout;
    return regime;
}

namespace {

BatchSource source_of(const SessionPlan& plan) {
    return plan.batches.empty() ? BatchSource(plan.task, plan.batch_size, plan.options.seed)
                                : BatchSource(plan.batches, plan.batch_size.accumulated);
}

/// Returns the plan if a trainer accepts it; throws Error otherwise.
SessionPlan checked(SessionPlan plan) {
    check(plan.configuration);
    check(source_of(plan).largest(), plan.configuration);
    if (!plan.task.held_out.empty()) check(probe_batch(plan.task, most_evaluated, plan.options.seed), plan.configuration);
    if (plan.probe_sentences < 1) throw Error("the probe needs at least one sentence, not " + std::to_string(plan.probe_sentences));
    return plan;
}

Batch make_probe(const SessionPlan& plan) {
    Batch probe = plan.probe             ? *plan.probe
                  : plan.batches.empty() ? probe_batch(plan.task, plan.probe_sentences, plan.options.seed)
                                         : plan.batches.front();
    check(probe, plan.configuration);
    return probe;
}

}  // namespace

Session::Session(SessionPlan plan)
    : plan_(checked(std::move(plan))),
      probe_(make_probe(plan_)),
      trainer_(plan_.configuration, plan_.parameters, source_of(plan_), plan_.options) {
    if (!plan_.kept) {
        kept_.keep(trainer_);
        return;
    }
    const KeptTraining kept = *std::exchange(plan_.kept, std::nullopt);
    const KeptMoment* from = kept.now ? &*kept.now : kept.moments.full_before(kept.step);
    if (!from) throw Error("no moment before step " + std::to_string(kept.step) + " was saved from which training can continue");
    history_ = kept.curves;
    kept_ = kept.moments;
    take_up(*from, kept.step);
}

/// Runs body; an error ends the session.
template <class Body>
void Session::unless_ended(Body&& body) {
    if (has_ended_) return;
    try {
        body();
    } catch (const std::exception& problem) {
        end(problem.what());
    }
}

void Session::end(const std::string& problem) {
    has_ended_ = true;
    status_ = SessionStatus::broken_down;
    auto last = latest_ ? std::make_shared<Snapshot>(*latest_) : std::make_shared<Snapshot>();
    ++last->number;
    last->status = status_;
    last->breakdown = {.step = last->steps + 1, .loss = std::numeric_limits<double>::quiet_NaN(), .tensor = "", .problem = problem};
    latest_ = std::move(last);
    has_news_ = true;
}

void Session::show_next_batch(bool shown) {
    unless_ended([this, shown] {
        if (std::exchange(ahead_, shown) == shown) return;
        moment_.reset();
        has_news_ = true;
    });
}

void Session::run() {
    unless_ended([this] {
        if (ahead_) moment_.reset();
        status_ = SessionStatus::running;
        breakdown_.reset();
        speed_.start();
        has_news_ = true;
    });
}

void Session::pause() {
    unless_ended([this] {
        evaluates_now_ |= is_running();
        if (is_running()) status_ = SessionStatus::paused;
        has_news_ = true;
    });
}

void Session::step_once() {
    unless_ended([this] {
        status_ = SessionStatus::paused;
        breakdown_.reset();
        take_step();
        has_news_ = true;
    });
}

void Session::advance() {
    if (is_running()) return unless_ended([this] { take_step(); });
    if (back_to_) unless_ended([this] { repeat_step(); });
}

/// Takes a step again that was taken before, with the same result.
void Session::repeat_step() {
    if (trainer_.state().steps < *back_to_) {
        if (const auto broken = trainer_.step()) throw Error("a step could not be taken again. " + sentence(*broken));
        moment_.reset(), stands_ = false;
    }
    if (trainer_.state().steps == *back_to_) back_to_.reset(), has_news_ = true;
}

void Session::go_back(std::int64_t step) {
    unless_ended([this, step] {
        const KeptMoment* from = kept_.full_before(step);
        if (!from || step > trainer_.state().steps) return;
        take_up(*from, step);
        repeat_step();
    });
}

/// Restores a full moment; advance() then repeats the steps from there to `step`.
void Session::take_up(const KeptMoment& from, std::int64_t step) {
    TrainingState state(plan_.configuration);
    restore(from, state);
    trainer_.set_schedule(from.schedule);
    last_good_.clear();
    stand_at(state, step);
    back_to_ = step;
}

void Session::take_step() {
    breakdown_ = trainer_.step();
    if (breakdown_) {
        status_ = SessionStatus::broken_down;
        has_news_ = true;
        return;
    }
    moment_.reset(), stands_ = false;
    history_.add(trainer_.report());
    if (kept_.is_due(trainer_.state().steps)) kept_.keep(trainer_);
    last_good_.judge(trainer_.report());
    if (is_running()) speed_.add_step();
    if (trainer_.state().steps != plan_.last_step) return;
    status_ = SessionStatus::paused;
    evaluates_now_ = has_news_ = true;
}

void Session::set_learning_rate(double rate) {
    unless_ended([this, rate] {
        trainer_.set_learning_rate(rate);
        stands_ = false;
        if (!back_to_) kept_.keep(trainer_, true);  // the following steps differ from those that were planned
        has_news_ |= !is_running();
    });
}

void Session::reset() {
    unless_ended([this] {
        last_good_.clear();
        go_back_to(nullptr);
    });
}

void Session::return_to_last_good() {
    unless_ended([this] {
        has_news_ = true;
        if (status_ == SessionStatus::broken_down) go_back_to(last_good_.state());
    });
}

void Session::go_back_to(const TrainingState* state) {
    if (state) return stand_at(*state, state->steps);
    TrainingState start(plan_.configuration);
    start.parameters.assign(plan_.parameters);
    stand_at(start, 0);
}

/// Continues from a state, paused; everything after step `last` is forgotten.
void Session::stand_at(const TrainingState& state, std::int64_t last) {
    trainer_.restore(state);
    history_.cut_after(last);
    kept_.cut_after(last);
    back_to_.reset();
    status_ = SessionStatus::paused;
    breakdown_.reset();
    moment_.reset(), stands_ = false;
    has_news_ = true;
}

std::shared_ptr<const Snapshot> Session::snapshot() {
    unless_ended([this] { latest_ = make_snapshot(); });
    has_news_ = false;
    return latest_;
}

std::shared_ptr<Snapshot> Session::make_snapshot() {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot_pace_.spend([&] {
        if (!moment_) record_moment();
    });
    evaluate_if_due();
    if (is_running()) last_good_.consider(trainer_);

    snapshot->number = latest_ ? latest_->number + 1 : 1;
    snapshot->status = status_;
    snapshot->steps = trainer_.state().steps;
    snapshot->learning_rate = trainer_.learning_rate();
    snapshot->steps_per_second = speed_.steps_per_second();
    snapshot->parameters = {moment_, &moment_->parameters};
    snapshot->batch = moment_->batch;
    snapshot->activations = {moment_, &moment_->activations};
    snapshot->gradients = {moment_, &moment_->gradients};
    snapshot->parameter_gradients = {moment_, &*moment_->parameter_gradients};
    record_standing();
    snapshot->standing = standing_;
    if (status_ == SessionStatus::paused) snapshot->update = next_update();
    snapshot->moments = kept_;
    snapshot->history = history_;
    snapshot->breakdown = breakdown_;
    if (breakdown_) snapshot->last_good = last_good_.steps();
    return snapshot;
}

/// Whether the shown pass is that of the next step: its batch, its dropout and its label smoothing.
bool Session::shows_step() const {
    if (plan_.batch_size.accumulated > 1) return false;  // a step has several batches
    if (moment_->batch) return true;
    const Configuration& c = plan_.configuration;
    if (c.dropout > 0 || c.embedding_dropout > 0) return false;
    return plan_.batches.size() == 1 && plan_.batches.front() == probe_ && plan_.options.label_smoothing == 0;
}

/// Copies everything that is needed to go on. During a run only from time to time, so that little is lost if the program ends
/// unexpectedly.
void Session::record_standing() {
    if (stands_ || (is_running() && !standing_pace_.is_due())) return;
    standing_pace_.spend([&] {
        Moments one;
        one.keep(trainer_, true);
        standing_ = std::make_shared<const KeptMoment>(one.all().front());
    });
    stands_ = true;
}

std::shared_ptr<const UpdateBasis> Session::next_update() {
    return std::make_shared<const UpdateBasis>(UpdateBasis{.options = trainer_.options(),
                                                           .step = trainer_.state().steps + 1,
                                                           .rate = trainer_.learning_rate(),
                                                           .of_shown_batch = shows_step(),
                                                           .gradient_norm = moment_->gradient_norm,
                                                           .memory = standing_->memory});
}

/// Computes the pass of the next step and its gradients, just as the step itself will use them, to the last bit. Returns false if
/// the step will fail: then only its batch is set, and the failing step says why. Of a step of several batches, the first one is
/// set, and its pass is not that of the step.
bool Session::look_ahead(Moment& moment) {
    moment.batch = std::make_shared<const Batch>(trainer_.next_batch());
    if (plan_.batch_size.accumulated > 1 || trainer_.differentiate()) return false;
    trainer_.gather_pass(moment.activations, moment.gradients);
    moment.parameter_gradients = trainer_.gradient();
    moment.gradient_norm = trainer_.report().gradient_norm;
    return true;
}

void Session::record_moment() {
    auto moment = moments_.take();
    const bool ahead = ahead_ && !is_running();
    moment->parameters = trainer_.state().parameters.tensors();
    moment->batch = nullptr, moment->gradient_norm = std::nullopt;
    if (!moment->parameter_gradients) moment->parameter_gradients = make_parameters(plan_.configuration);
    if (!ahead || !look_ahead(*moment)) {
        const Regime regime = ahead ? regime_of_step(plan_.options, plan_.configuration) : probe_regime();
        const Pass pass{plan_.configuration, moment->parameters, moment->batch ? *moment->batch : probe_, regime};
        forward(pass, moment->activations);
        backward(pass, moment->activations, {moment->gradients, *moment->parameter_gradients});
    }
    moment_ = std::move(moment);
}

void Session::evaluate_if_due() {
    const bool now = std::exchange(evaluates_now_, false);
    const std::int64_t steps = trainer_.state().steps;
    const auto& past = history_.held_out();
    // At growing intervals, so that even a run of days has a curve of only about a thousand points.
    const bool is_due = is_running() && evaluation_pace_.is_due() && (past.empty() || steps > past.back().step + steps / 100);
    if (plan_.task.held_out.empty() || !(now || is_due) || (!past.empty() && past.back().step == steps)) return;
    evaluation_pace_.spend([&] {
        const std::span<const Example> all = plan_.task.held_out;
        history_.add_held_out(
            steps, evaluate(plan_.configuration, trainer_.state().parameters.tensors(),
                            all.first(std::min(all.size(), std::size_t{most_evaluated})), probe_regime(), plan_.batch_size.pairs));
    });
}

}  // namespace vitrine
