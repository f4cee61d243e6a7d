#pragma once
/// Writes one file at a time away from the drawing thread.

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <variant>

#include "core/files/writing.h"

namespace vitrine {

/// What has come of it. A file that is not finished is not there, and what it was to replace is as it was.
struct Saved {
    std::string said;  ///< "Saved to …"
};
struct SavingFailed {
    std::string why;
};
struct SavingStopped {};
using SavingOutcome = std::variant<Saved, SavingFailed, SavingStopped>;

class Saving {
public:
    /// Writes a file, asking whether to go on, and says what has been done. May throw.
    using Work = std::function<std::string(const GoesOn&)>;

    ~Saving() = default;  ///< once it has stopped

    /// True from start() until take() has given what came of it.
    bool busy() const { return thread_.joinable(); }

    /// Nothing is under way.
    void start(Work work);

    /// It ends as soon as it asks whether to go on; it may have been finished by then.
    void stop() { thread_.request_stop(); }

    /// How much of it is done, 0 … 1.
    double done() const { return done_; }

    std::optional<SavingOutcome> take();

    /// Waits until it has ended.
    void wait() const;

private:
    SavingOutcome outcome_;  // once it has ended
    std::atomic<double> done_{0};
    std::atomic<bool> ended_{false};
    std::jthread thread_;  // last, so that it ends before what it uses
};

}  // namespace vitrine
