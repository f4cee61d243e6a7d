#include "app/state/opening.h"

#include <exception>
#include <new>
#include <utility>

namespace vitrine {

Opening::Opening() : thread_([this](const std::stop_token& stop) { work(stop); }) {}

void Opening::request(const ModelRequest& request) {
    const std::scoped_lock lock(mutex_);
    next_ = request;
    result_.reset();
    changed_.notify_all();
}

std::optional<Command> Opening::take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(result_, std::nullopt);
}

void Opening::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !next_ && !busy_; });
}

namespace {

Command open(const ModelRequest& request) {
    try {
        return ShowRun{make_run(request)};
    } catch (const std::bad_alloc&) {
        return OpeningFailed{"this model and batch need more memory than there is"};
    } catch (const std::exception& error) {
        return OpeningFailed{error.what()};
    }
}

}  // namespace

void Opening::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return next_.has_value(); })) {
        const ModelRequest request = *std::exchange(next_, std::nullopt);
        busy_ = true;
        lock.unlock();
        Command result = open(request);
        lock.lock();
        busy_ = false;
        if (!next_) result_ = std::move(result);
        changed_.notify_all();
    }
}

}  // namespace vitrine
