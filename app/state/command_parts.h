#pragma once
/// The files that carry commands out between them.

#include <string>

#include "app/state/commands.h"

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

// What is opened.
void do_command(State& state, const OpenModel& command);
void do_command(State& state, const ShowRun& command);
void do_command(State& state, const OpeningFailed& command);
void do_command(State& state, const LoseRun& command);
void do_command(State& state, const UpdateRun& command);

// The comparison. What acts on a run acts on B, whichever side is shown: before a command B takes its place, and afterwards, where
// the command has put another run there, that is B from then on, and the chosen side is shown.
void begin_command(State& state, const Command& command);
void follow_comparison(State& state, const std::shared_ptr<const Run>& before);

/// The view Compare opens on what differs; which tensor has been chosen by hand is noted.
void follow_changes(State& state, const Command& command);

void do_command(State& state, const PinRun& command);
void do_command(State& state, const UnpinRun& command);
void do_command(State& state, const ShowSide& command);
void do_command(State& state, const SetRanking& command);
void do_command(State& state, const SetCompared& command);
void do_command(State& state, const ShowDifference& command);

// What is made of the open model.
void do_command(State& state, const SetEdits& command);
void do_command(State& state, const Undo& command);
void do_command(State& state, const Redo& command);
void do_command(State& state, const SilenceHead& command);
void do_command(State& state, const RestoreRun& command);
void do_command(State& state, const ShowEditedRun& command);
void do_command(State& state, const EditBatch& command);
void do_command(State& state, const SwitchOff& command);

/// What the history says of an edit.
struct EditNote {
    std::string what;
    bool amends = false;  ///< see SetEdits
};

/// Makes the sentences what an edit says; false, with the reason as the message, where they cannot be that.
bool edit_batch(State& state, const BatchEdit& edit, const EditNote& note);

// The field a word or a number is typed into.
void do_command(State& state, const TypeToken& command);
void do_command(State& state, const TypeCell& command);
void do_command(State& state, const SetFieldText& command);
void do_command(State& state, const MoveFieldChoice& command);
void do_command(State& state, const TakeField& command);
void do_command(State& state, const LeaveField& command);

/// The field closes where what it is about is no longer there, or the keyboard is elsewhere; and letters are text again where the
/// ring has moved.
void follow_field(State& state);

// The attention view.
void do_command(State& state, const SetAttentionStage& command);
void do_command(State& state, const SetAttentionShare& command);
void do_command(State& state, const MovePair& command);

// The masks view.
void do_command(State& state, const ShowMask& command);
void do_command(State& state, const MoveMaskCell& command);
void do_command(State& state, const ChooseTestToken& command);
void do_command(State& state, const ChooseTestWord& command);
void do_command(State& state, const SetTestMasks& command);
void do_command(State& state, const ShowLeakTest& command);

/// The attention whose mask is looked at becomes that of the selected tensor, and the mask one that it uses.
void follow_masks(State& state);

/// The attention that is read becomes that of the selected tensor, and is always one that the run has.
void follow_attention(State& state);

/// The card of the head that is shown comes into view.
void reveal_head(State& state);

// The view of positions.
void do_command(State& state, const SetPositionsSide& command);
void do_command(State& state, const SetPositionsShown& command);
void do_command(State& state, const SetPositionCount& command);
void do_command(State& state, const ChoosePosition& command);
void do_command(State& state, const ChoosePositionPair& command);
void do_command(State& state, const MovePosition& command);
void do_command(State& state, const SetSimilarity& command);

/// What is chosen becomes that of the selected cell, and is always something the run has.
void follow_positions(State& state);

/// The cell of the chosen position and feature is selected, where the run has recorded it, or else their tensor.
void select_position(State& state);

// The design bench.
void do_command(State& state, const SetDesignChoice& command);
void do_command(State& state, const ShowDesignChoice& command);
void do_command(State& state, const SetVariant& command);

// The tensors view.
void do_command(State& state, const SetAxisUse& command);
void do_command(State& state, const SetAxisPlace& command);
void do_command(State& state, const SetRange& command);
void do_command(State& state, const SetZoom& command);
void do_command(State& state, const SetCorner& command);
void do_command(State& state, const MoveCell& command);
void do_command(State& state, const SetSearch& command);
void do_command(State& state, const CompleteSearch& command);
void do_command(State& state, const MoveMatch& command);
void do_command(State& state, const OpenMatch& command);
void do_command(State& state, const PinTensor& command);
void do_command(State& state, const UnpinTensor& command);
void do_command(State& state, const SetCopyForm& command);
void do_command(State& state, const CopyPart& command);

/// The places along axes become those of the selected cell, so that it is among the cells that are shown.
void follow_cell(State& state);

// The map. Its world is made anew with every run; time carries a move of its camera on.
void follow_run(MapView& map, const Run* run);
void pass_time(MapView& map, double seconds);
void do_command(State& state, const FrameMap& command);
void do_command(State& state, const MoveMap& command);
void do_command(State& state, const SetCanvas& command);
void do_command(State& state, const SetMotion& command);

// Exports.
void do_command(State& state, const ExportPicture& command);
void do_command(State& state, const ExportTensor& command);
void do_command(State& state, const ExportTrace& command);
void do_command(State& state, const ExportWalk& command);
void do_command(State& state, const CancelExport& command);
void do_command(State& state, const SetExportFolder& command);
void do_command(State& state, const SetExportChoices& command);
void do_command(State& state, const WalkAdvanced& command);
void do_command(State& state, const FileAdvanced& command);
void do_command(State& state, const Exported& command);
void do_command(State& state, const ExportFailed& command);

/// What has been saved is said for a few seconds.
void pass_notice(State& state, double seconds);

// Training.
void do_command(State& state, const SetView& command);
void do_command(State& state, const SetTask& command);
void do_command(State& state, const SetTrainingOption& command);
void do_command(State& state, const PlayTraining& command);
void do_command(State& state, const PauseTraining& command);
void do_command(State& state, const StepTraining& command);
void do_command(State& state, const ResetTraining& command);
void do_command(State& state, const ReturnToLastGood& command);
void do_command(State& state, const ShowSnapshot& command);
void do_command(State& state, const TrainingFailed& command);

// The view of decoding.
void do_command(State& state, const SetDecoding& command);
void do_command(State& state, const ShowDecoded& command);
void do_command(State& state, const DecodingRefused& command);
void do_command(State& state, const ChooseWord& command);
void do_command(State& state, const MoveWord& command);
void do_command(State& state, const ForceWord& command);
void do_command(State& state, const StopForcing& command);
void do_command(State& state, const CompareForced& command);
void do_command(State& state, const ShowDecoderLayer& command);
void do_command(State& state, const GrowSentence& command);

/// What was chosen and forced goes with the model and the source that it was chosen for.
void follow_decoding(State& state);

/// The word that is looked at comes into view.
void reveal_word(State& state);

/// While the sentence grows, a step comes after another.
void pass_time(GenerateView& generate, double seconds);

// The view of tokens.
void do_command(State& state, const OpenTokenizer& command);
void do_command(State& state, const ShowTokenizer& command);
void do_command(State& state, const TokenizerRefused& command);
void do_command(State& state, const SetTokensText& command);
void do_command(State& state, const ChoosePiece& command);
void do_command(State& state, const MovePiece& command);
void do_command(State& state, const GoToMerge& command);
void do_command(State& state, const MoveMerge& command);
void do_command(State& state, const PlayMerges& command);

/// While merges are played, one comes after another.
void pass_time_of_merges(State& state, double seconds);

// What belongs to no view: how everything looks, the palette, what was opened before.
void do_command(State& state, const SetAppearance& command);
void do_command(State& state, const SetThemeChoice& command);
void do_command(State& state, const HearDesktop& command);
void do_command(State& state, const SetMenu& command);
void do_command(State& state, const OpenPalette& command);
void do_command(State& state, const SetPaletteText& command);
void do_command(State& state, const MovePalette& command);
void do_command(State& state, const PointPalette& command);
void do_command(State& state, const CopyTranscript& command);
void do_command(State& state, const ShowRecent& command);
void do_command(State& state, const ForgetRecent& command);
void do_command(State& state, const RestoreSession& command);
void do_command(State& state, const ShowVersions& command);
void do_command(State& state, const ShowDevice& command);
void do_command(State& state, const Tell& command);
void do_command(State& state, const Quit& command);

}  // namespace vitrine
