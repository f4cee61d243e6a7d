#pragma once
/// Training on a thread of its own, observed from other threads.

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

/// The initial state of a session, also after a reset.
struct SessionPlan {
    Configuration configuration;
    Parameters parameters;
    Task task;
    Size batch_size = 32;
    TrainerOptions options;
    std::int64_t last_step = 0;  ///< the session pauses there and can be continued; 0: it never pauses by itself
    Size probe_sentences =
        probe_size;  ///< size of the probe batch, whose trace is shown; its pairs are held out if the task has such
};

enum class SessionStatus { paused, running, broken_down };

/// The state of a session at one moment. Immutable; readers may keep it. If training cannot continue because memory runs out or the
/// task throws, the last snapshot has broken down, and its `breakdown` gives a problem instead of a tensor. It lacks parameters,
/// activations and gradients if there never were any.
struct Snapshot {
    std::uint64_t number = 0;  ///< larger means newer, within a session
    SessionStatus status = SessionStatus::paused;
    std::int64_t steps = 0;       ///< taken so far
    double learning_rate = 0;     ///< of the next step
    double steps_per_second = 0;  ///< over the last quarter of a second of training
    std::shared_ptr<const Parameters> parameters;
    std::shared_ptr<const Activations> activations;  ///< of the probe batch, without dropout
    std::shared_ptr<const Activations> gradients;    ///< of its loss
    History history;                        ///< includes evaluations on held-out pairs, made from time to time and at every pause
    std::optional<Breakdown> breakdown;     ///< why training stopped
    std::optional<std::int64_t> last_good;  ///< after a breakdown, the step that return_to_last_good() returns to
};

/// The regime of the probe: the masks of training without dropout and label smoothing, so that its loss is the plain mean.
Regime regime_of_probe(const TrainerOptions& options);

class SessionRun;

/// A training session. Requests take effect after the current step, in order. The training thread uses as many threads as threads()
/// was for the thread that made the session.
class Session {
public:
    /// Starts paused, and prepares a first snapshot. Throws Error where the plan cannot be trained.
    explicit Session(SessionPlan plan);
    ~Session();  ///< ends within one step
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void run();
    void pause();
    void step_once();                     ///< one step, then paused
    void set_learning_rate(double rate);  ///< constant from now on, also after a reset
    void reset();                         ///< back to the plan's parameters, paused
    void return_to_last_good();           ///< after a breakdown: restores the last good state, paused; otherwise does nothing

    /// The newest snapshot; at most 30 new ones per second while running. Null before the first.
    std::shared_ptr<const Snapshot> latest() const;

    /// Waits until a first snapshot exists and all requests so far have taken effect and appear in a snapshot.
    void wait();

    /// Whether wait() would return at once.
    bool is_settled() const;

    const SessionPlan& plan() const { return plan_; }
    const Batch& probe() const { return probe_; }  ///< the fixed batch whose trace the snapshots hold
    Regime probe_regime() const { return regime_of_probe(plan_.options); }

private:
    using Request = std::function<void(SessionRun&)>;

    void ask(Request request);
    void work(const std::stop_token& stop);                    // the main function of the thread
    void serve(SessionRun& run, const std::stop_token& stop);  // until the session ends
    Request next_request(const SessionRun& run, const std::stop_token& stop);
    bool is_wanted(const SessionRun& run) const;  // whether a new snapshot is due
    bool has_shown(std::uint64_t requests)
        const;  // whether a snapshot shows this many requests or none ever will. Requires: the mutex is locked
    void publish(std::shared_ptr<Snapshot> snapshot);
    void give_up(const std::string& problem);

    const SessionPlan plan_;
    const Batch probe_;
    const int threads_;

    mutable std::mutex mutex_;  // guards all members down to the thread
    std::condition_variable_any asked_, published_;
    std::deque<Request> requests_;
    std::uint64_t requested_ = 0, acted_on_ = 0, shown_ = 0;  // counted since the start of the session
    bool has_given_up_ = false;
    std::shared_ptr<const Snapshot> latest_;

    std::jthread thread_;
};

}  // namespace vitrine
