#pragma once
/// The files that carry commands out between them.

#include <string>

#include "app/base/command.h"
#include "app/base/state.h"
#include "app/views/generate/state.h"
#include "app/views/map/state.h"


namespace vitrine {

// Which step and which tensor are looked at.
void show_step(State& state, int step);
void select_tensor(State& state, const std::string& path);

/// The step's place in the outline comes into view, wherever that had been scrolled to.
void reveal_step(State& state);

/// Another run in the place of the one on the screen; what is selected stays so, as far as the new one has it.
void replace_run(State& state, std::shared_ptr<const Run> run);

/// Another run on the screen, or another side of a comparison; what is to be made of the open model stays as it is.
void show_run(State& state, std::shared_ptr<const Run> run);

/// Says in one line what has been done and cannot be seen, for a while from now on.
void notify(State& state, std::string what);

// The comparison. What acts on a run acts on B, whichever side is shown: before a command B takes its place, and afterwards, where
// the command has put another run there, that is B from then on, and the chosen side is shown.
void begin_command(State& state, const CommandTraits& traits);
void follow_comparison(State& state, const std::shared_ptr<const Run>& before);

/// The view Compare opens on what differs; which tensor has been chosen by hand is noted.
void follow_changes(State& state, const Command& command);

/// What the history says of an edit.
struct EditNote {
    std::string what;
    bool amends = false;  ///< see SetEdits
};

/// Makes the sentences what an edit says; false, with the reason as the message, where they cannot be that.
bool edit_batch(State& state, const BatchEdit& edit, const EditNote& note);

/// The field closes where what it is about is no longer there, or the keyboard is elsewhere; and letters are text again where the
/// ring has moved.
void follow_field(State& state);

/// The attention whose mask is looked at becomes that of the selected tensor, and the mask one that it uses.
void follow_masks(State& state);

/// The attention that is read becomes that of the selected tensor, and is always one that the run has.
void follow_attention(State& state);

/// The card of the head that is shown comes into view.
void reveal_head(State& state);

/// What is chosen becomes that of the selected cell, and is always something the run has.
void follow_positions(State& state);

/// The cell of the chosen position and feature is selected, where the run has recorded it, or else their tensor.
void select_position(State& state);

/// The places along axes become those of the selected cell, so that it is among the cells that are shown.
void follow_cell(State& state);

// The map. Its world is made anew with every run; time carries a move of its camera on.
void follow_run(MapView& map, const Run* run);
void pass_time(MapView& map, double seconds);

/// What has been saved is said for a few seconds.
void pass_notice(State& state, double seconds);

/// What was chosen and forced goes with the model and the source that it was chosen for.
void follow_decoding(State& state);

/// The word that is looked at comes into view.
void reveal_word(State& state);

/// While the sentence grows, a step comes after another.
void pass_time(GenerateView& generate, double seconds);

/// While merges are played, one comes after another.
void pass_time_of_merges(State& state, double seconds);

}  // namespace vitrine
