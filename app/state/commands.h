#pragma once
/// What can be done, as plain data, and the one function that does it. The commands of exports are in app/state/exporting.h.

#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/state/comparison_commands.h"
#include "app/state/design_commands.h"
#include "app/state/editing_commands.h"
#include "app/state/generate_commands.h"
#include "app/state/manners_commands.h"
#include "app/state/opening_commands.h"
#include "app/state/state.h"
#include "app/state/tokens_commands.h"

namespace vitrine {

struct CloseMessage {};
struct Tell {
    std::string what;  ///< in one line, beside what is told already
};

struct SetView {
    View view;
};
struct SetAspect {
    Aspect aspect;
};

struct GoToStep {
    int step;  ///< clamped to the steps there are
};
struct MoveStep {
    int by;
};
struct SetPlaying {
    bool playing;
};
struct SetSpeed {
    double steps_per_second;
};
struct PassTime {
    double seconds;  ///< how long the last frame was on screen
};

struct SelectTensor {
    std::string path;
};
struct SelectCell {
    std::string path;
    Index cell;
};
struct ClearCell {};
struct GoBack {};     ///< to the cell selected before this one
struct GoForward {};  ///< and forward again
struct ShowEveryTerm {
    bool every;
};
struct CopySelection {};  ///< what is selected becomes State::copied, as text
struct SelectSentence {
    Size sentence;
};
struct SelectHead {
    Size head;
};

struct SetAttentionStage {
    AttentionStage stage;
};
struct SetAttentionShare {
    int percent;  ///< clamped to 0 … 100
};
struct MovePair {
    int down, right;  ///< from the chosen pair of words; where none is, the proposed one becomes it
};

struct ShowMask {
    MaskThing mask;  ///< of an attention that uses it
};
struct MoveMaskCell {
    int down, right;  ///< from the selected cell of the mask; where none is, the proposed one becomes it
};
struct ChooseTestToken {
    TestToken token;  ///< what the leak test changes
};
struct ChooseTestWord {
    std::int32_t id;  ///< what it becomes; of one that may not stand there nothing comes
};
struct SetTestMasks {
    bool causal, padding;  ///< which are in place while it is tested
};
struct ShowLeakTest {
    std::shared_ptr<const Run> run;  ///< of which it is
    LeakQuestion question;
    LeakTest test;
};

struct SetAxisUse {
    Axis axis;  ///< of the selected tensor; what had this use takes over the one the axis had
    AxisUse use;
};
struct SetAxisPlace {
    Axis axis;
    Size place;  ///< clamped
};
struct SetRange {
    RangeOf range;
};
struct SetZoom {
    Zoom zoom;
};
struct SetCorner {
    Size row, column;  ///< clamped
};
struct MoveCell {
    int down, right;  ///< in the shown rows and columns; where no cell is selected, the first one becomes it
};
struct SetSearch {
    TextEdit search;
};
struct CompleteSearch {};
struct MoveMatch {
    int by;
};
struct OpenMatch {};
struct PinTensor {
    std::string path;
};
struct UnpinTensor {
    std::string path;
};
struct SetCopyForm {
    CopyForm form;
};
struct CopyPart {
    CopyWhat what;  ///< of the selected tensor; it becomes State::copied, in the chosen form
};

struct SetTask {
    std::string task;  ///< a training of it begins
};
struct SetTrainingOption {
    TrainingOption option;
    int place;  ///< in the row of its values; clamped
};
struct PlayTraining {};
struct PauseTraining {};
struct StepTraining {
    int steps = 1;
};
struct ResetTraining {};     ///< starts over, as the options are now
struct ReturnToLastGood {};  ///< after a breakdown
struct ShowSnapshot {
    std::shared_ptr<const Snapshot> snapshot;
    std::shared_ptr<const Run> run;  ///< what was computed in it
};
struct TrainingFailed {
    std::string why;
};

struct SetPositionsSide {
    Side side;
};
struct SetPositionsShown {
    PositionsShown shown;
};
struct SetPositionCount {
    int place;  ///< in the row of position_counts(); clamped
};
struct ChoosePosition {
    Size position, feature;  ///< clamped to what is shown; where the run has recorded it, its cell is selected
};
struct ChoosePositionPair {
    Size position, other;  ///< clamped likewise
};
struct MovePosition {
    int down, right;  ///< from the chosen position and feature
};
struct SetSimilarity {
    SimilarityKind kind;
};

struct SetAppearance {
    Appearance appearance;
};
struct SetScale {
    double scale;  ///< clamped to 0.75 … 3
};
struct FrameMap {
    std::string what;  ///< see app/state/map_view.h; of what this model does not have nothing comes
};
struct MoveMap {
    MapCamera camera;  ///< kept within the limits of the map
    Motion motion = Motion::at_once;
};
struct SetCanvas {
    CanvasSize size;  ///< of the map, in logical pixels; what is framed stays so
};
struct SetMotion {
    Motion motion;  ///< whether what moves on the screen takes its time
};
struct SetScroll {
    std::string area;
    float offset;
};
struct RevealStep {};  ///< the current step comes into view, as after the window has changed its size
struct Revealed {};    ///< what was asked to be brought into view is there
struct ToggleSection {
    std::string section;
};
struct SetFocus {
    std::string anchor;
};
struct SetMenu {
    std::string menu;
};

using AnyCommand = std::variant<
    OpenModel, ShowRun, OpeningFailed, LoseRun, CloseMessage, UpdateRun, SilenceHead, RestoreRun, SetEdits, Undo, Redo,
    ShowEditedRun, EditBatch, TypeToken, TypeCell, SetFieldText, MoveFieldChoice, TakeField, LeaveField, SwitchOff, PinRun,
    UnpinRun, ShowSide, SetRanking, SetCompared, ShowDifference, SetView, SetAspect, GoToStep, MoveStep, SetPlaying, SetSpeed,
    PassTime, SelectTensor, SelectCell, ClearCell, GoBack, GoForward, ShowEveryTerm, CopySelection, SelectSentence, SelectHead,
    SetAttentionStage, SetAttentionShare, MovePair, SetAxisUse, SetAxisPlace, SetRange, SetZoom, SetCorner, MoveCell, SetSearch,
    CompleteSearch, MoveMatch, OpenMatch, PinTensor, UnpinTensor, SetCopyForm, CopyPart, ShowMask, MoveMaskCell, ChooseTestToken,
    ChooseTestWord, SetTestMasks, ShowLeakTest, SetPositionsSide, SetPositionsShown, SetPositionCount, ChoosePosition,
    ChoosePositionPair, MovePosition, SetSimilarity, ShowDesignChoice, SetDesignChoice, SetVariant, SetTask, SetTrainingOption,
    PlayTraining, PauseTraining, StepTraining, ResetTraining, ReturnToLastGood, ShowSnapshot, TrainingFailed, SetDecoding,
    ShowDecoded, DecodingRefused, ChooseWord, MoveWord, ForceWord, StopForcing, CompareForced, ShowDecoderLayer, GrowSentence,
    OpenTokenizer, ShowTokenizer, TokenizerRefused, SetTokensText, ChoosePiece, MovePiece, GoToMerge, MoveMerge, PlayMerges,
    SetAppearance, SetScale, FrameMap, MoveMap, SetCanvas, SetMotion, SetScroll, RevealStep, Revealed, ToggleSection, SetFocus,
    SetMenu, ExportPicture, ExportTensor, ExportTrace, ExportWalk, CancelExport, SetExportFolder, SetExportChoices, WalkAdvanced,
    FileAdvanced, Exported, ExportFailed, Tell, OpenPalette, SetPaletteText, MovePalette, PointPalette, SetThemeChoice, HearDesktop,
    CopyTranscript, ShowRecent, ForgetRecent, RestoreSession, ShowVersions, ShowDevice, Quit>;

/// One of them. What a variant does by itself – make, copy and end one of so many types – is written out here once for all files:
/// the compiler would take longer for it than for the rest of most panels.
struct Command : AnyCommand {
    template <class Which>
    requires(!std::is_base_of_v<AnyCommand, Which>) Command(Which which)
        : AnyCommand(std::in_place_type<Which>, std::move(which)) {}
    Command(const Command& other);
    Command(Command&& other) noexcept;
    Command& operator=(const Command& other);
    Command& operator=(Command&& other) noexcept;
    ~Command();
};

using Commands = std::vector<Command>;

/// Carries one command out. What does not make sense in this state (a step past the end, a path no tensor has) changes nothing.
void apply(State& state, const Command& command);

}  // namespace vitrine
