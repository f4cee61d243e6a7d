#pragma once
/// The state of a training, for the drawing thread.

#include <filesystem>
#include <memory>
#include <optional>

#include "app/run/edits.h"
#include "app/run/run.h"
#include "app/training/settings.h"
#include "app/views/train/curve.h"
#include "core/train/sentence_use.h"

namespace vitrine {

struct State;
class TrainingCourse;
struct TrainedModel;

/// A return to the moment after a step.
struct ReturnOrder {
    int number = 0;  ///< counts all requested returns
    std::int64_t step = 0;

    bool operator==(const ReturnOrder&) const = default;
};

/// The orders for a training: the total numbers of steps and of returns to the last good step requested since it began.
struct TrainingOrders {
    int start = 0;  ///< number of the training; 0: none
    bool playing = false;
    double rate = 0;
    std::int64_t steps = 0;
    int returns = 0;
    ReturnOrder back = {};
    bool ahead = false;  ///< show the batch of the next step

    bool operator==(const TrainingOrders&) const = default;
};

struct TrainingCurves {
    Curve loss, held_out, rate, gradient_norm;
    StepReport last;  ///< report of the newest step

    /// Adds the new steps of the history. Starts over if steps have been taken back.
    void follow(const History& history);
};

/// A training that another has replaced, with other choices for the same task.
struct EarlierTraining {
    TrainingSettings settings;
    Curve loss;
    History history;
    std::shared_ptr<const Run> run;  ///< the final run
};
constexpr std::size_t most_earlier = 3;

/// The parts of a step taken slowly. Its batch is shown up to this part.
enum class StepPart : std::uint8_t { none, forward, loss, backward, update };

/// One training, in its current state.
struct TrainingUnderWay {
    std::optional<TrainingSettings> started = {};    ///< the settings with which it began; nothing: none has begun
    bool is_new = false;                             ///< it trains a new model, and nothing of it has been shown yet
    std::int64_t steps_asked = 0;                    ///< single steps requested so far
    int returns_asked = 0;                           ///< returns to the last good step requested so far
    ReturnOrder back_asked = {};                     ///< the last return to a moment that was requested
    std::shared_ptr<const Run> open = {};            ///< the run of the model that was open when it began, if that can be trained
    std::shared_ptr<TrainingCourse> course = {};     ///< null if it cannot go on
    std::shared_ptr<const Snapshot> snapshot = {};   ///< the newest
    std::shared_ptr<const Run> run = {};             ///< of the snapshot
    std::vector<SentenceUse> uses = {};              ///< of the run's sentences
    std::shared_ptr<const TrainedModel> model = {};  ///< what all moments of the training have in common
    TrainingCurves curves = {};

    // About saving, see app/views/train/keeping.h.
    std::filesystem::path kept_in = {};               ///< the folder in which it was kept last; empty: in none
    std::shared_ptr<const KeptMoment> kept = {};      ///< the state saved there; null: the state read from there
    std::shared_ptr<const KeptMoment> not_kept = {};  ///< the last state that could not be saved
    std::int64_t steps_kept = 0;                      ///< steps taken when it was resumed; its snapshot comes later

    std::int64_t steps() const { return snapshot ? snapshot->steps : steps_kept; }
    bool broken_down() const { return snapshot && snapshot->status == SessionStatus::broken_down; }
};

/// The state of the train view, with the newest training, or the one that was gone back to.
struct TrainingView : TrainingUnderWay {
    TrainingSettings settings;       ///< the current settings
    int starts = 0;                  ///< number of trainings started or gone back to so far
    StepPart part = StepPart::none;  ///< how far the next step is taken; `update`: it has been taken, and its effect is shown
    bool preparing = false;          ///< no snapshot of the training has arrived yet
    bool shows_next = false;         ///< the next snapshot replaces the open model

    TrainingOrders orders;           ///< the current orders
    std::uint64_t orders_given = 0;  ///< number of times that the orders changed
    std::uint64_t obeyed = 0;        ///< the value of orders_given that the training has carried out

    std::vector<EarlierTraining> earlier;  ///< the latest ones, oldest first

    /// Of the trainings that another has replaced, the one with the most steps; null: none. The user can go back to it.
    std::shared_ptr<TrainingUnderWay> before;
};

/// The state while a lesson is open; see app/views/train/aside.h.
struct TrainingAside {
    std::shared_ptr<TrainingView> own;  ///< the user's training in its last state; null: none is set aside
    bool was_shown = false;             ///< its model was on the screen
    bool returns = false;               ///< it is restored as soon as the model that is being opened is open
    bool left = false;                  ///< the lesson has been left, but its training is on the screen
};

/// The user's training: the one set aside or, without one, the current one.
TrainingView& own_training(State& state);
const TrainingView& own_training(const State& state);

/// The training with this course, set aside or current; null if it has been dropped.
TrainingView* training_with(State& state, const TrainingCourse* course);

/// The last step's loss; nothing before the first step.
std::optional<double> last_loss(const TrainingView& training);

}  // namespace vitrine
