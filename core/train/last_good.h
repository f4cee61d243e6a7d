#pragma once
/// The last good state of a training run, to return to after a breakdown.

#include "core/train/pace.h"
#include "core/train/trainer.h"

namespace vitrine {

/// Keeps a copy of the state only if the next step's loss is plausible compared with that of the last copy kept. So if a loss
/// explodes over several steps, no state from among them is kept.
class LastGood {
public:
    /// Call between two steps: copies the trainer's state if it is time to.
    void consider(const Trainer& trainer);

    /// Call after every step: its report shows whether the copied state was good.
    void judge(const StepReport& report);

    /// Discards all copies.
    void clear();

    /// The last good state; null: the initial state of the run.
    const TrainingState* state() const { return good_.get(); }
    std::int64_t steps() const { return good_ ? good_->steps : 0; }

private:
    Pace pace_{std::chrono::milliseconds(250), 0.05};
    std::unique_ptr<TrainingState> good_, candidate_, spare_;  // the candidate awaits the report of the step after it
    std::optional<double> loss_;                               // of the good state, or of the first reported step
};

}  // namespace vitrine
