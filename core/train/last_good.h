#pragma once
/// A state that a run can go back to after it has broken down.

#include <memory>
#include <optional>

#include "core/train/pace.h"
#include "core/train/trainer.h"

namespace vitrine {

/// Keeps a state only once the step after it has shown that its loss is no worse than the last one kept could explain: a run that
/// explodes over a dozen steps does not leave the last of them behind.
class LastGood {
public:
    /// Between two steps of a run: copies the trainer's state if it is time to.
    void consider(const Trainer& trainer);

    /// After every step: it has shown how good the state before it was.
    void judge(const StepReport& report);

    /// Forgets everything but the beginning.
    void clear();

    /// Null: the state from which the run began.
    const TrainingState* state() const { return good_.get(); }
    std::int64_t steps() const { return good_ ? good_->steps : 0; }

private:
    Pace pace_{std::chrono::milliseconds(250), 0.05};
    std::unique_ptr<TrainingState> good_, candidate_, spare_;  // the candidate waits for the step after it
    std::optional<double> loss_;                               // of the good state, or of the first step judged
};

}  // namespace vitrine
