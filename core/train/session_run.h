#pragma once
/// What a session's thread does: it takes steps, and makes pictures of how things stand.

#include <memory>
#include <optional>

#include "core/train/last_good.h"
#include "core/train/pace.h"
#include "core/train/recycler.h"
#include "core/train/session.h"

namespace vitrine {

/// So many held-out pairs, the first ones, are evaluated.
constexpr Size most_evaluated = 64;

class SessionRun {
public:
    /// Paused at the plan's parameters. The plan and the probe must outlive it.
    SessionRun(const SessionPlan& plan, const Batch& probe);

    void run();
    void pause();
    void step_once();
    void set_learning_rate(double rate);
    void reset();
    void return_to_last_good();

    /// One step of a run.
    void advance();
    bool is_running() const { return status_ == SessionStatus::running; }

    /// Whether a reader would want to know at once what has happened since the last snapshot.
    bool has_news() const { return has_news_; }
    bool is_snapshot_due() const { return snapshot_pace_.is_due(); }
    std::shared_ptr<Snapshot> make_snapshot();

private:
    /// What a snapshot shows of the model, in memory that is used again.
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

    Recycler<Moment> moments_;
    std::shared_ptr<Moment> moment_;  // null where the model has changed since
    Parameters parameter_gradients_;  // which no snapshot shows
    Pace snapshot_pace_{std::chrono::duration<double>(1 / 30.0), 0.2};
    Pace evaluation_pace_{std::chrono::milliseconds(100), 0.05};
    bool evaluates_now_ = false;
    std::uint64_t snapshots_ = 0;
};

}  // namespace vitrine
