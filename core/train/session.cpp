#include "core/train/session.h"

#include <limits>
#include <string>
#include <utility>

#include "core/tensor/error.h"
#include "core/tensor/parallel.h"
#include "core/train/session_run.h"

namespace vitrine {

namespace {

/// Returns the plan if a trainer accepts it; throws Error otherwise.
SessionPlan checked(SessionPlan plan) {
    check(plan.configuration);
    check(BatchSource(plan.task, plan.batch_size, plan.options.seed).largest(), plan.configuration);
    if (!plan.task.held_out.empty()) check(probe_batch(plan.task, most_evaluated, plan.options.seed), plan.configuration);
    if (plan.probe_sentences < 1) throw Error("the probe needs at least one sentence, not " + std::to_string(plan.probe_sentences));
    return plan;
}

Batch make_probe(const SessionPlan& plan) {
    Batch probe = probe_batch(plan.task, plan.probe_sentences, plan.options.seed);
    check(probe, plan.configuration);
    return probe;
}

}  // namespace

Session::Session(SessionPlan plan)
    : plan_(checked(std::move(plan))),
      probe_(make_probe(plan_)),
      threads_(threads()),
      thread_([this](const std::stop_token& stop) { work(stop); }) {}

Session::~Session() = default;

void Session::run() { ask(&SessionRun::run); }
void Session::pause() { ask(&SessionRun::pause); }
void Session::step_once() { ask(&SessionRun::step_once); }
void Session::set_learning_rate(double rate) {
    ask([rate](SessionRun& run) { run.set_learning_rate(rate); });
}
void Session::reset() { ask(&SessionRun::reset); }
void Session::return_to_last_good() { ask(&SessionRun::return_to_last_good); }

void Session::ask(Request request) {
    {
        const std::scoped_lock lock(mutex_);
        requests_.push_back(std::move(request));
        ++requested_;
    }
    asked_.notify_one();
}

std::shared_ptr<const Snapshot> Session::latest() const {
    const std::scoped_lock lock(mutex_);
    return latest_;
}

void Session::wait() {
    std::unique_lock lock(mutex_);
    const std::uint64_t until = requested_;
    published_.wait(lock, [&] { return has_shown(until); });
}

bool Session::is_settled() const {
    const std::scoped_lock lock(mutex_);
    return has_shown(requested_);
}

bool Session::has_shown(std::uint64_t requests) const { return has_given_up_ || (latest_ && shown_ >= requests); }

void Session::work(const std::stop_token& stop) {
    set_threads(threads_);
    try {
        SessionRun run(plan_, probe_);
        publish(run.make_snapshot());
        serve(run, stop);
    } catch (const std::exception& problem) {
        give_up(problem.what());
    }
}

void Session::serve(SessionRun& run, const std::stop_token& stop) {
    for (;;) {
        const Request request = next_request(run, stop);
        if (stop.stop_requested()) return;
        if (request) {
            request(run);
        } else if (run.is_running()) {
            run.advance();
        }
        {
            const std::scoped_lock lock(mutex_);
            acted_on_ += static_cast<bool>(request);
        }
        if (!stop.stop_requested() && is_wanted(run)) publish(run.make_snapshot());
    }
}

/// The next request; waits for one if there is nothing else to do. Empty if there is other work, or at the end.
Session::Request Session::next_request(const SessionRun& run, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    asked_.wait(lock, stop, [&] { return !requests_.empty() || run.is_running(); });
    if (stop.stop_requested() || requests_.empty()) return {};
    Request request = std::move(requests_.front());
    requests_.pop_front();
    return request;
}

bool Session::is_wanted(const SessionRun& run) const {
    const std::scoped_lock lock(mutex_);
    if (run.has_news()) return requests_.empty() || run.is_snapshot_due();
    return run.is_running() && run.is_snapshot_due();
}

void Session::publish(std::shared_ptr<Snapshot> snapshot) {
    std::shared_ptr<const Snapshot> last = std::move(snapshot);  // destroyed after the lock is released
    {
        const std::scoped_lock lock(mutex_);
        latest_.swap(last);
        shown_ = acted_on_;
    }
    published_.notify_all();
}

void Session::give_up(const std::string& problem) {
    auto snapshot = std::make_shared<Snapshot>();
    if (const auto last = latest()) *snapshot = *last;
    ++snapshot->number;
    snapshot->status = SessionStatus::broken_down;
    snapshot->breakdown = {
        .step = snapshot->steps + 1, .loss = std::numeric_limits<double>::quiet_NaN(), .tensor = "", .problem = problem};
    {
        const std::scoped_lock lock(mutex_);
        has_given_up_ = true;
        latest_ = std::move(snapshot);
    }
    published_.notify_all();
}

}  // namespace vitrine
