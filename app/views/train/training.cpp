#include "app/views/train/training.h"

#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/run/make_run.h"
#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/views/train/commands.h"
#include "app/views/train/state.h"
#include "core/text/plain_text.h"

namespace vitrine {

Training::Training() : thread_([this](const std::stop_token& stop) { work(stop); }) {}

Training::~Training() = default;

void Training::follow(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    if (training.starts != starts_) {
        starts_ = training.starts;
        start(*training.started);
        playing_ = false;
        rate_ = training.started->rate;
        steps_ = training.steps_asked;
        returns_ = training.returns_asked;
    }
    if (!preparing_ && !current_.session) return;
    if (training.settings.rate != rate_) {
        ask([rate = rate_ = training.settings.rate](Session& session) { session.set_learning_rate(rate); });
    }
    if (state.of<Learning>().playing != playing_) {
        playing_ = state.of<Learning>().playing;
        ask([playing = playing_](Session& session) { playing ? session.run() : session.pause(); });
    }
    if (const auto count = training.steps_asked - std::exchange(steps_, training.steps_asked); count > 0) {
        ask([count](Session& session) {
            for (std::int64_t i = 0; i < count; ++i) session.step_once();
        });
    }
    if (std::exchange(returns_, training.returns_asked) != training.returns_asked)
        ask([](Session& session) { session.return_to_last_good(); });
}

void Training::ask(Request request) {
    if (preparing_) {
        waiting_.push_back(std::move(request));
    } else {
        request(*current_.session);
    }
}

void Training::start(const TrainingSettings& settings) {
    const std::scoped_lock lock(mutex_);
    if (current_.session) old_.push_back(std::move(current_.session));
    if (prepared_ && prepared_->session) old_.push_back(std::move(prepared_->session));
    prepared_.reset();
    waiting_.clear();
    preparing_ = true;
    next_ = settings;
    changed_.notify_all();
}

/// Takes over the session that has been prepared, if there is one, and hands it what was asked for meanwhile.
void Training::adopt() {
    {
        const std::scoped_lock lock(mutex_);
        if (!prepared_) return;
        current_ = *std::exchange(prepared_, std::nullopt);
    }
    preparing_ = false;
    seen_ = 0;
    if (!current_.session) return;
    for (const Request& request : std::exchange(waiting_, {})) request(*current_.session);
}

namespace {

TrainedMoment moment_of(const Snapshot& snapshot, const Model& model) {
    return {.title = fmt::format("{}, after {} step{}", model.title, grouped(snapshot.steps), snapshot.steps == 1 ? "" : "s"),
            .parameters = snapshot.parameters,
            .activations = snapshot.activations,
            .gradients = snapshot.gradients};
}

}  // namespace

std::optional<Command> Training::take() {
    adopt();
    if (!current_.problem.empty()) return TrainingFailed{std::exchange(current_.problem, {})};
    if (!current_.session || preparing_) return std::nullopt;
    auto snapshot = current_.session->latest();
    if (!snapshot || snapshot->number == seen_) return std::nullopt;
    seen_ = snapshot->number;
    if (!snapshot->activations) return TrainingFailed{snapshot->breakdown ? snapshot->breakdown->problem : "nothing was computed"};
    auto run = make_run(current_.model, moment_of(*snapshot, *current_.model.model));
    return ShowSnapshot{std::move(snapshot), std::move(run)};
}

bool Training::busy() const {
    if (preparing_ || playing_) return true;
    if (!current_.session) return false;
    const auto newest = current_.session->latest();
    return !current_.session->is_settled() || (newest && newest->number != seen_);
}

void Training::wait() {
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !next_ && !working_; });
    }
    adopt();
    if (current_.session) current_.session->wait();
}

Training::Prepared Training::prepare(const TrainingSettings& settings) {
    Prepared made;
    try {
        SessionPlan plan = make_plan(settings);
        auto model = std::make_shared<Model>();
        model->name = plan.task.name;
        model->title = plan.task.text;
        model->configuration = plan.configuration;
        model->source_vocabulary = plan.task.source_vocabulary;
        model->target_vocabulary = plan.task.target_vocabulary;
        made.session = std::make_unique<Session>(std::move(plan));
        model->batch = made.session->probe();
        const SessionPlan& taken = made.session->plan();
        const Regime regime = made.session->probe_regime();
        made.model = {std::move(model), std::make_shared<const Outline>(make_outline(taken.configuration, regime)), regime};
    } catch (const std::bad_alloc&) {
        made.problem = "training this model needs more memory than there is";
    } catch (const std::exception& error) {
        made.problem = error.what();
    }
    return made;
}

void Training::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return next_.has_value(); })) {
        const TrainingSettings settings = *std::exchange(next_, std::nullopt);
        auto finished = std::exchange(old_, {});
        working_ = true;
        lock.unlock();
        finished.clear();
        Prepared made = prepare(settings);
        lock.lock();
        working_ = false;
        if (next_) {
            old_.push_back(std::move(made.session));
        } else {
            prepared_ = std::move(made);
        }
        changed_.notify_all();
    }
}

}  // namespace vitrine
