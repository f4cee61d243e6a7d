#pragma once
/// Opens models away from the drawing thread.

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "app/state/commands.h"

namespace vitrine {

/// A thread that opens one model at a time. A newer request replaces one that has not begun and outdates one that has.
class Opening {
public:
    Opening();
    ~Opening() = default;

    void request(const ModelRequest& request);

    /// What has come of the newest request: ShowRun, or OpeningFailed with the reason. Nothing while it is under way.
    std::optional<Command> take();

    /// Waits until nothing is under way.
    void wait();

private:
    void work(const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<ModelRequest> next_;
    std::optional<Command> result_;
    bool busy_ = false;
    std::jthread thread_;  // last, so that it ends before what it uses
};

}  // namespace vitrine
