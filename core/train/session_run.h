#pragma once
/// The work of a session's thread: it takes steps and makes snapshots.

#include <memory>
#include <optional>

#include "core/train/last_good.h"
#include "core/train/object_pool.h"
#include "core/train/pace.h"
#include "core/train/session.h"

namespace vitrine {

/// The number of held-out pairs that are evaluated, the first ones.
constexpr Size most_evaluated = 64;

class SessionRun {
public:
    /// Starts paused at the plan's parameters. Requires: the plan and the probe outlive this.
    SessionRun(const SessionPlan& plan, const Batch& probe);

    void run();
    void pause();
    void step_once();
    void set_learning_rate(double rate);
    void reset();
    void return_to_last_good();

    /// Takes one step.
    void advance();
    bool is_running() const { return status_ == SessionStatus::running; }

    /// Whether something important has happened since the last snapshot.
    bool has_news() const { return has_news_; }
    bool is_snapshot_due() const { return snapshot_pace_.is_due(); }
    std::shared_ptr<Snapshot> make_snapshot();

private:
    /// The parts of a snapshot that show the model, in reused memory.
    struct Moment {
        Parameters parameters;
        Activations activations, gradients;
    };

    void go_back_to(const TrainingState* state);
    void evaluate_if_due();
    void record_moment();

    const SessionPlan& plan_;
    const Batch& probe_;
    Trainer trainer_;
    SessionStatus status_ = SessionStatus::paused;
    History history_;
    LastGood last_good_;
    std::optional<Breakdown> breakdown_;
    Speed speed_;
    bool has_news_ = true;

    ObjectPool<Moment> moments_;
    std::shared_ptr<Moment> moment_;  // null if the model has changed since
    Parameters parameter_gradients_;  // not part of any snapshot
    Pace snapshot_pace_{std::chrono::duration<double>(1 / 30.0), 0.2};
    Pace evaluation_pace_{std::chrono::milliseconds(100), 0.05};
    bool evaluates_now_ = false;
    std::uint64_t snapshots_ = 0;
};

}  // namespace vitrine
