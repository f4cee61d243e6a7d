#pragma once
/// The drawing thread's state of a training.

#include <memory>
#include <optional>

#include "app/run/edits.h"
#include "app/run/run.h"
#include "app/training/settings.h"
#include "app/views/train/curve.h"
#include "app/views/train/orders.h"
#include "core/train/sentence_use.h"

namespace vitrine {

class TrainingCourse;
struct TrainedModel;

struct TrainingCurves {
    Curve loss, held_out, rate, gradient_norm;
    StepReport last;  ///< report of the newest step

    /// Adds the new steps of the history; starts over if steps have been taken back.
    void follow(const History& history);
};

/// A training that another has taken the place of, with other choices for the same task.
struct EarlierTraining {
    TrainingSettings settings;
    Curve loss;
    History history;
    std::shared_ptr<const Run> run;  ///< as it stood in the end
};
constexpr std::size_t most_earlier = 3;

/// The parts of a step that is taken slowly: its batch is shown, up to this part.
enum class StepPart : std::uint8_t { none, forward, loss, backward, update };

struct TrainingView {
    TrainingSettings settings;                ///< the current settings
    std::optional<TrainingSettings> started;  ///< the settings of the training under way; nothing: none was started
    int starts = 0;                           ///< number of trainings started so far
    std::int64_t steps_asked = 0;             ///< single steps requested so far
    StepPart part = StepPart::none;           ///< how far the next step is taken; `update`: it has been, and what it did is shown
    int returns_asked = 0;                    ///< returns to the last good step requested so far
    ReturnOrder back_asked = {};              ///< the last return to a moment that was requested
    bool preparing = false;                   ///< no snapshot of the newest training has arrived yet
    bool shows_next = false;                  ///< the next snapshot takes the place of the open model
    std::shared_ptr<const Run> open;          ///< the run of the model that was open when it began, if that can be trained
    std::shared_ptr<TrainingCourse> course;   ///< the newest training; null if none can go on

    TrainingOrders orders;           ///< the current orders
    std::uint64_t orders_given = 0;  ///< number of changes of the orders
    std::uint64_t obeyed = 0;        ///< the value of orders_given that the training has carried out

    std::shared_ptr<const Snapshot> snapshot;   ///< the newest
    std::shared_ptr<const Run> run;             ///< of the snapshot
    std::vector<SentenceUse> uses;              ///< of the run's sentences
    std::shared_ptr<const TrainedModel> model;  ///< what all moments of the training share
    TrainingCurves curves;
    std::vector<EarlierTraining> earlier;  ///< the last ones, oldest first

    std::int64_t steps() const { return snapshot ? snapshot->steps : 0; }
    bool broken_down() const { return snapshot && snapshot->status == SessionStatus::broken_down; }
};

/// The last step's loss; nothing before the first step.
std::optional<double> last_loss(const TrainingView& training);

}  // namespace vitrine
