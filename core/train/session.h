#pragma once
/// Training on a thread of its own, watched from another.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "core/train/history.h"
#include "core/train/trainer.h"

namespace vitrine {

/// What a session starts from, and starts again from when it is reset.
struct SessionPlan {
    Configuration configuration;
    Parameters parameters;
    Task task;
    Size batch_size = 32;
    TrainerOptions options;
    std::int64_t last_step = 0;         ///< pauses there, from where it can be run on; 0: goes on for ever
    Size probe_sentences = probe_size;  ///< of the fixed batch whose trace is shown: held-out pairs where there are any
};

enum class SessionStatus { paused, running, broken_down };

/// One moment of a run. Immutable; whoever holds it may keep it. A session that cannot go on, for want of memory or because its
/// task throws, ends with one that has broken down and says what happened instead of naming a tensor; it has no parameters,
/// activations and gradients if there never were any.
struct Snapshot {
    std::uint64_t number = 0;  ///< counts snapshots of a session: a larger one is newer
    SessionStatus status = SessionStatus::paused;
    std::int64_t steps = 0;       ///< taken since the start
    double learning_rate = 0;     ///< of the next step
    double steps_per_second = 0;  ///< of the last quarter of a second in which it ran
    std::shared_ptr<const Parameters> parameters;
    std::shared_ptr<const Activations> activations;  ///< of the probe batch, without dropout
    std::shared_ptr<const Activations> gradients;    ///< of its loss
    History history;                                 ///< evaluated on held-out pairs now and then, and whenever a run pauses
    std::optional<Breakdown> breakdown;              ///< why it stands still
    std::optional<std::int64_t> last_good;           ///< the step that can be gone back to, after a breakdown
};

/// What holds for the probe's trace: the masks of the training, without its dropout and its smoothing of labels, so that the loss
/// is the plain mean.
Regime regime_of_probe(const TrainerOptions& options);

class SessionRun;

/// Every request acts within one step; requests made while one is being taken act after it, in order. The thread that trains uses
/// as many threads as there were for the one that made the session.
class Session {
public:
    /// Paused, with a first snapshot under way. Throws Error where the plan cannot be trained.
    explicit Session(SessionPlan plan);
    ~Session();  ///< ends within one step
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void run();
    void pause();
    void step_once();                     ///< one step, then paused
    void set_learning_rate(double rate);  ///< a constant rate from now on, also after a reset
    void reset();                         ///< back to the plan's parameters, paused
    void return_to_last_good();           ///< after a breakdown: that step's state, paused; otherwise nothing

    /// The newest snapshot; the same one until there is a newer, at most 30 a second while running. Null before the first.
    std::shared_ptr<const Snapshot> latest() const;

    /// Waits until there is a first snapshot, and all requests so far have been acted on and shown in one.
    void wait();

    /// Whether wait() would return at once.
    bool is_settled() const;

    const SessionPlan& plan() const { return plan_; }
    const Batch& probe() const { return probe_; }  ///< the fixed batch the snapshots' traces are of
    Regime probe_regime() const { return regime_of_probe(plan_.options); }

private:
    using Request = std::function<void(SessionRun&)>;

    void ask(Request request);
    void work(const std::stop_token& stop);                    // what the thread does
    void serve(SessionRun& run, const std::stop_token& stop);  // until the session ends
    Request next_request(const SessionRun& run, const std::stop_token& stop);
    bool is_wanted(const SessionRun& run) const;   // whether to show how things stand
    bool has_shown(std::uint64_t requests) const;  // under the lock: what came of so many, or that nothing ever will
    void publish(std::shared_ptr<Snapshot> snapshot);
    void give_up(const std::string& problem);

    const SessionPlan plan_;
    const Batch probe_;
    const int threads_;

    mutable std::mutex mutex_;  // guards everything down to the thread
    std::condition_variable_any asked_, published_;
    std::deque<Request> requests_;
    std::uint64_t requested_ = 0, acted_on_ = 0, shown_ = 0;  // counted from the session's beginning
    bool has_given_up_ = false;
    std::shared_ptr<const Snapshot> latest_;

    std::jthread thread_;
};

}  // namespace vitrine
