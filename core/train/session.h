#pragma once
/// Trains step by step and shows how training goes meanwhile.

#include "core/train/history.h"
#include "core/train/last_good.h"
#include "core/train/moments.h"
#include "core/train/object_pool.h"
#include "core/train/update_basis.h"

namespace vitrine {

/// An earlier training that a session goes on with, from the moment after a step.
struct KeptTraining {
    History curves;
    Moments moments;  ///< Requires: a full moment at or before the step, unless `now` has all that is needed
    std::int64_t step = 0;
    std::optional<KeptMoment> now = {};  ///< the full moment after this step; nothing: the steps since the last full moment are
                                         ///< taken again
};

/// The initial state of a session, also after a reset.
struct SessionPlan {
    Configuration configuration;
    Parameters parameters;
    Task task;
    std::vector<Batch> batches = {};  ///< with labels; used in turn instead of the task's pairs; empty: the task's pairs are used
    BatchSize batch_size = {};
    TrainerOptions options;
    std::int64_t last_step = 0;       ///< the session pauses after this step and can be continued; 0: it never pauses by itself
    std::optional<Batch> probe = {};  ///< the batch whose trace is shown, with labels; nothing: the first of `batches`, or one
                                      ///< from the task
    std::optional<KeptTraining> kept = {};  ///< nothing: the session begins with its parameters, at step 0
    Size probe_sentences = probe_size;      ///< size of the task's probe batch; its pairs are taken from the held-out ones if the
                                            ///< task has any
};

enum class SessionStatus { paused, running, broken_down };

/// One moment of a run. Immutable: whoever holds it may keep it, on any thread. If a session cannot go on, because memory is
/// short or its task throws, its last snapshot has broken down and says what happened instead of naming a tensor. It has no
/// parameters, activations and gradients if there never were any.
struct Snapshot {
    std::uint64_t number = 0;  ///< larger means newer, within a session
    SessionStatus status = SessionStatus::paused;
    std::int64_t steps = 0;       ///< taken so far
    double learning_rate = 0;     ///< of the next step
    double steps_per_second = 0;  ///< over the last quarter of a second of training
    std::shared_ptr<const Parameters> parameters;
    std::shared_ptr<const Batch> batch;                     ///< of the next step, if that is shown; null: the probe
    std::shared_ptr<const Activations> activations;         ///< of that batch: the probe's without dropout
    std::shared_ptr<const Activations> gradients;           ///< of its loss
    std::shared_ptr<const Parameters> parameter_gradients;  ///< of the same
    std::shared_ptr<const UpdateBasis> update;              ///< of the next step; null while it runs
    std::shared_ptr<const KeptMoment> standing;  ///< all that is needed to go on; during a run as of some steps ago, or null
    Moments moments;                             ///< kept so far
    History history;                        ///< includes evaluations on held-out pairs, made from time to time and at every pause
    std::optional<Breakdown> breakdown;     ///< why training stopped
    std::optional<std::int64_t> last_good;  ///< after a breakdown, the step that return_to_last_good() returns to
};

/// The regime of the probe: the masks of training without dropout and label smoothing, so that its loss is the plain mean.
Regime regime_of_probe(const TrainerOptions& options);

/// The regime in which the next step's batch is shown: that of the step, with dropout and the loss that is learned from.
Regime regime_of_step(const TrainerOptions& options, const Configuration& configuration);

/// The number of held-out pairs that are evaluated, from the first on.
constexpr Size most_evaluated = 64;

/// Takes a step whenever it is asked to. Used by one thread at a time.
class Session {
public:
    /// Paused. Throws Error where the plan cannot be trained, and std::bad_alloc.
    explicit Session(SessionPlan plan);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // After a session has ended because it could not go on, these functions do nothing.

    void run();  ///< from now on advance() takes steps
    void pause();
    void step_once();                     ///< takes one step, then paused
    void set_learning_rate(double rate);  ///< a constant rate from now on, also after a reset
    void show_next_batch(bool shown);     ///< while it stands still, the batch of the next step is shown instead of the probe
    void reset();                         ///< back to the plan's parameters, paused

    /// Goes back to the moment after a step and pauses: all later steps are forgotten. The steps since the last full moment
    /// before it are taken again, bit for bit, one with each call of advance(). Does nothing if the step was not reached.
    void go_back(std::int64_t step);
    bool is_going_back() const { return back_to_.has_value(); }

    void return_to_last_good();  ///< after a breakdown: restores the last good state, paused; otherwise does nothing

    /// Takes a step of the run; does nothing if none is under way.
    void advance();

    SessionStatus status() const { return status_; }
    bool is_running() const { return status_ == SessionStatus::running; }

    /// Whether something happened since the last snapshot that a reader would want to know at once.
    bool has_news() const { return has_news_; }

    /// True at most 30 times a second, so that making snapshots takes little of the training's time.
    bool is_snapshot_due() const { return snapshot_pace_.is_due(); }

    /// The current state. After the session has ended it is always the last one.
    std::shared_ptr<const Snapshot> snapshot();

    const SessionPlan& plan() const { return plan_; }
    const Batch& probe() const { return probe_; }  ///< the fixed batch whose trace the snapshots hold
    Regime probe_regime() const { return regime_of_probe(plan_.options); }

private:
    /// What a snapshot shows of the model, in memory that is reused.
    struct Moment {
        Parameters parameters;
        std::optional<Parameters> parameter_gradients;
        Activations activations, gradients;
        std::shared_ptr<const Batch> batch;   ///< of the next step; null: the probe's
        std::optional<double> gradient_norm;  ///< of the next step
    };

    template <class Body>
    void unless_ended(Body&& body);
    void end(const std::string& problem);
    void take_step();
    void go_back_to(const TrainingState* state);
    void take_up(const KeptMoment& from, std::int64_t step);
    void stand_at(const TrainingState& state, std::int64_t last);
    void repeat_step();
    std::shared_ptr<Snapshot> make_snapshot();
    void evaluate_if_due();
    void record_moment();
    bool shows_step() const;
    bool look_ahead(Moment& moment);
    std::shared_ptr<const UpdateBasis> next_update();
    void record_standing();

    SessionPlan plan_;
    const Batch probe_;
    Trainer trainer_;
    SessionStatus status_ = SessionStatus::paused;
    History history_;
    LastGood last_good_;
    Moments kept_;
    std::optional<std::int64_t> back_to_;  // the step that is being reached again
    std::optional<Breakdown> breakdown_;
    Speed speed_;
    bool has_news_ = true;
    bool ahead_ = false;  // the next step's batch is shown
    bool has_ended_ = false;

    ObjectPool<Moment> moments_;
    std::shared_ptr<Moment> moment_;              // null where the model has changed since
    std::shared_ptr<const KeptMoment> standing_;  // the last copy of all that is needed to go on
    bool stands_ = false;                         // `standing_` is the current state
    Pace snapshot_pace_{std::chrono::duration<double>(1 / 30.0), 0.2};
    Pace evaluation_pace_{std::chrono::milliseconds(100), 0.05};
    Pace standing_pace_{std::chrono::minutes(1), 0.01};
    bool evaluates_now_ = false;
    std::shared_ptr<const Snapshot> latest_;
};

}  // namespace vitrine
