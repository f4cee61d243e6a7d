#include "app/state/learning.h"

#include "app/state/state.h"

namespace vitrine {

void do_command(State& state, const PlayTraining&) {
    Learning& learning = state.of<Learning>();
    learning.playing = !learning.broken_down;
}

void do_command(State& state, const PauseTraining&) { state.of<Learning>().playing = false; }

}  // namespace vitrine
