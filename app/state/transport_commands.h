#pragma once
/// Commands that move from step to step.

#include <string>

#include "app/base/command.h"
#include "core/explain/film.h"

namespace vitrine {

/// Goes to a single step, as a click on it does: the results of all steps are then shown.
struct GoToStep {
    int step;  ///< clamped to the steps of the run
};
void do_command(State& state, const GoToStep& command);

/// Goes forward or back in the film. While a run is played, what is hidden stays hidden. After the loss, the backward pass
/// begins.
struct MoveStep {
    int by;
};
void do_command(State& state, const MoveStep& command);

/// Goes to the same operation in the other pass, or to the update, if there is one. Does nothing if no gradient passes the
/// operation.
struct GoToPhase {
    Phase phase;
};
void do_command(State& state, const GoToPhase& command);

struct SetPlaying {
    bool playing;
};
void do_command(State& state, const SetPlaying& command);

/// What playing does from here: "Play the forward pass" or, once the loss is there, "Play the backward pass", and "Play from the
/// start" at the end.
std::string play_words(const State& state);

/// Whether the results of later steps are hidden while the run is played.
struct SetSoFar {
    bool so_far;
};
void do_command(State& state, const SetSoFar& command);

struct SetSpeed {
    double steps_per_second;
};
void do_command(State& state, const SetSpeed& command);

struct PassTime {
    double seconds;  ///< since the previous frame
};
void do_command(State& state, const PassTime& command);

}  // namespace vitrine
