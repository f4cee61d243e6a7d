#pragma once
/// Commands that move from step to step.

#include "app/base/command.h"

namespace vitrine {

struct GoToStep {
    int step;  ///< clamped to the steps of the run
};
void do_command(State& state, const GoToStep& command);

struct MoveStep {
    int by;
};
void do_command(State& state, const MoveStep& command);

struct SetPlaying {
    bool playing;
};
void do_command(State& state, const SetPlaying& command);

struct SetSpeed {
    double steps_per_second;
};
void do_command(State& state, const SetSpeed& command);

struct PassTime {
    double seconds;  ///< since the previous frame
};
void do_command(State& state, const PassTime& command);

}  // namespace vitrine
