#pragma once
/// Commands of the train view.

#include <cstdint>
#include <optional>

#include "app/base/module.h"
#include "app/run/run.h"
#include "app/training/settings.h"
#include "app/views/train/news.h"
#include "app/views/train/state.h"

namespace vitrine {

struct SetTask {
    std::string task;  ///< if the open model does not know its words, a new model learns it
};
void do_command(State& state, const SetTask& command);

struct SetTrainingStart {
    TrainingStart from;  ///< what the next training begins with; ignored where that cannot be trained
};
void do_command(State& state, const SetTrainingStart& command);

struct SetTrainingOption {
    TrainingOption option;
    int place;  ///< index in OptionInfo::values; clamped
};
void do_command(State& state, const SetTrainingOption& command);

/// Begins a training where none was begun.
struct StepTraining {
    int steps = 1;
};
void do_command(State& state, const StepTraining& command);

/// Takes the next step a part at a time. Its batch is shown in every view instead of the fixed sentences, until it is trained on.
/// Does nothing where the parts before have not been taken.
struct TakeStepPart {
    StepPart part;
};
void do_command(State& state, const TakeStepPart& command);

/// Whether this part of the next step can be taken now.
bool can_take(const TrainingView& training, StepPart part);

struct ResetTraining {};  ///< back to step 0 with the current options; waits there
void do_command(State& state, const ResetTraining& command);

struct StartTrainingOver {};  ///< the same, and trains at once
void do_command(State& state, const StartTrainingOver& command);

struct GoBackToTraining {};  ///< to TrainingView::before
void do_command(State& state, const GoBackToTraining& command);

/// Forgets all steps after this one, and stands there, ready to go on.
struct GoOnFromMoment {
    std::int64_t step;
};
void do_command(State& state, const GoOnFromMoment& command);

/// Makes an earlier training, as it stood in the end, run A of a comparison.
struct PinEarlier {
    std::size_t earlier;
};
void do_command(State& state, const PinEarlier& command);

struct CopyTrainings {};  ///< the trainings whose curves are drawn, and what came of each, as CSV
void do_command(State& state, const CopyTrainings& command);

struct ReturnToLastGood {};  ///< goes back to the last good step after a breakdown
void do_command(State& state, const ReturnToLastGood& command);

/// On entering the view: makes its choices possible with the open model.
void enter_training(State& state);

/// Begins and shows the training where its orders ask for it; updates its orders and State::of<Learning>().
void follow_training(State& state, const Change& change);

}  // namespace vitrine
