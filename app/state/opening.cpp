#include "app/state/opening.h"

#include <exception>
#include <new>
#include <utility>

namespace vitrine {

Opening::Opening() : thread_([this](const std::stop_token& stop) { work(stop); }) {}

void Opening::ask(Job job) {
    const std::scoped_lock lock(mutex_);
    next_ = std::move(job);
    result_.reset();
    changed_.notify_all();
}

void Opening::request_gradients(const std::shared_ptr<const Run>& run) {
    if (std::exchange(differentiated_, run->generation) != run->generation) ask(run);
}

std::optional<Command> Opening::take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(result_, std::nullopt);
}

void Opening::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !next_ && !busy_; });
}

Command Opening::carry_out(const Job& job) {
    try {
        if (const auto* run = std::get_if<std::shared_ptr<const Run>>(&job)) return UpdateRun{with_gradients(**run)};
        return ShowRun{make_run(std::get<ModelRequest>(job))};
    } catch (const std::bad_alloc&) {
        return OpeningFailed{"this model and batch need more memory than there is"};
    } catch (const std::exception& error) {
        return OpeningFailed{error.what()};
    }
}

void Opening::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return next_.has_value(); })) {
        const Job job = *std::exchange(next_, std::nullopt);
        busy_ = true;
        lock.unlock();
        Command result = carry_out(job);
        lock.lock();
        busy_ = false;
        if (!next_) result_ = std::move(result);
        changed_.notify_all();
    }
}

}  // namespace vitrine
