#pragma once
/// A training as the drawing thread knows it.

#include <memory>
#include <optional>

#include "app/run/edits.h"
#include "app/run/run.h"
#include "app/views/train/curve.h"
#include "app/views/train/orders.h"
#include "app/views/train/settings.h"

namespace vitrine {

class TrainingCourse;

struct TrainingCurves {
    Curve loss, held_out, rate, gradient_norm;
    StepReport last;  ///< the newest step they have

    /// Takes over what is new; everything anew where steps have been taken back.
    void follow(const History& history);
};

struct TrainingView {
    TrainingSettings settings;                ///< as they are set
    std::optional<TrainingSettings> started;  ///< as the training under way was started with; nothing before the first
    int starts = 0;                           ///< how many trainings have been asked for: another number, another training
    std::int64_t steps_asked = 0;             ///< how many single steps have been asked of it
    int returns_asked = 0;                    ///< how often the way back to the last good step has been asked for
    bool preparing = false;                   ///< nothing of the newest one has been seen yet
    std::shared_ptr<TrainingCourse> course;   ///< the newest one; null where there is none that can go on

    TrainingOrders orders;           ///< what is wanted of it
    std::uint64_t orders_given = 0;  ///< counts changes of these
    std::uint64_t obeyed = 0;        ///< as many as have been done

    std::shared_ptr<const Snapshot> snapshot;  ///< the newest
    std::shared_ptr<const Run> run;            ///< what was computed in it
    TrainingCurves curves;

    std::int64_t steps() const { return snapshot ? snapshot->steps : 0; }
    bool broken_down() const { return snapshot && snapshot->status == SessionStatus::broken_down; }
};

/// The last step's loss, or nothing before the first step.
std::optional<double> last_loss(const TrainingView& training);

}  // namespace vitrine
