#pragma once
/// Everything the program remembers between two frames. Panels read it and answer with commands; only apply() changes it.

#include <map>
#include <memory>
#include <set>

#include "app/base/module.h"
#include "app/base/slots.h"
#include "app/base/trail.h"
#include "app/base/view.h"
#include "app/run/edits.h"
#include "app/run/parked_edits.h"
#include "app/run/picture.h"
#include "app/state/field.h"
#include "app/state/recent.h"
#include "core/io/sample.h"

namespace vitrine {

enum class Appearance : std::uint8_t { dark, light };

/// The appearance that the user has chosen; `system`: that of the desktop, or dark if the desktop names none.
enum class ThemeChoice : std::uint8_t { dark, light, system };

/// Whether things that move on the screen glide to their new place.
enum class Motion : std::uint8_t { eased, at_once };

/// The desktop's settings for its programs.
struct DesktopWishes {
    std::optional<Appearance> appearance{};  ///< nothing: not set
    std::optional<bool> reduced_motion{};    ///< nothing: not set
};

/// A component of the program and its version.
struct VersionLine {
    std::string what, version;
};

/// Texts about the graphics card that computes attentions, or about why none does. Empty: no text.
struct DeviceWords {
    std::string attention, memory;

    bool operator==(const DeviceWords&) const = default;
};

/// The selection. All panels share it.
struct Selection {
    std::string tensor;         ///< a path of the trace
    std::optional<Index> cell;  ///< a cell of it
    Size sentence = 0, head = 0;
};

struct Transport {
    bool playing = false;
    double steps_per_second = 1;
    double since_step = 0;   ///< seconds the current step has been on screen while playing
    bool under_way = false;  ///< played since the user last went to some step, even if it is paused now
    bool so_far = true;      ///< while it is under way, only what has been computed so far is shown

    bool hides_later_steps() const { return under_way && so_far; }
};

struct State {
    /// `parts`: the modules, in the order in which they follow a command.
    explicit State(Modules parts) : modules(parts) {}
    Modules modules;

    /// The state of one view or layer: state.of<MapView>().
    template <class T>
    T& of() {
        return slots.of<T>();
    }
    template <class T>
    const T& of() const {
        return slots.of<T>();
    }
    Slots slots;

    std::shared_ptr<const Run> run;       ///< the shown run or difference; null before any model is open
    std::optional<ModelRequest> opening;  ///< the model that is being opened; nothing: none is
    int openings = 0;                     ///< number of requests so far: each increase means that `opening` is to be opened anew
    std::string message;                  ///< the last error, in one line; empty: none
    std::string notice;                   ///< the last action without visible effect, in one line: "Saved to …"; empty: none
    double notice_shown = 0;              ///< for how many seconds; a few seconds later the notice is removed

    Edits edits;                      ///< the wanted edits of the open model; the run made from them follows later
    EditHistory history;              ///< for undo and redo
    std::vector<ParkedEdits> parked;  ///< edits of models that are no longer open
    std::optional<OpenField> field;   ///< the field in which a word or number is typed; nothing: none is open
    std::string closed_at;  ///< the word whose field was closed last, while it has the focus ring: letters are then commands, and
                            ///< do not open the field

    View view = View::map;

    int step = 0;                           ///< a step of the outline; in the backward pass, the step that is differentiated
    Phase phase = Phase::forward;           ///< the part of the film that `step` is in
    Aspect forward_aspect = Aspect::value;  ///< the aspect of the forward pass, while the backward pass is shown
    Selection selection;
    Trail trail;              ///< the cells selected so far, and the links followed
    bool every_term = false;  ///< the explanation of a number lists all of its terms instead of only the largest
    Aspect aspect = Aspect::value;
    Transport transport;

    ThemeChoice theme = ThemeChoice::dark;
    DesktopWishes desktop;
    Appearance appearance = Appearance::dark;  ///< follows from `theme` and `desktop`
    Motion motion = Motion::eased;
    ShareColours share_colours = ShareColours::automatic;
    double scale = 1;
    double most_scale = 3;  ///< with a larger one, the parts of this window would not fit

    std::map<std::string, float> scroll;  ///< how far each scrolling area has moved, in logical pixels
    std::set<std::string> reveal;         ///< anchors to bring into view with the next frame
    std::set<std::string> folded;         ///< sections of the outline that are closed
    std::string copied;                   ///< the text copied last
    int file_choices = 0;                 ///< how often a page was told to ask for files of the user's device
    int copies = 0;                       ///< number of copies so far: each increase means that `copied` goes to the clipboard
    std::string focus;                    ///< the anchor with the focus ring of the keyboard; empty: none
    std::string menu;                     ///< the open drop-down; empty: none
    std::vector<SampleInfo> samples;      ///< the samples in the drop-down of models, read when it opens
    ModelRequest request;                 ///< the model that was opened last, even while a model in training is shown
    std::vector<RecentModel> recent;      ///< models opened from files, newest first
    std::vector<VersionLine> versions;    ///< of the program's components
    DeviceWords device;                   ///< about the device of the models opened so far
    bool quits = false;                   ///< the window is to be closed
    bool lesson_acts = false;             ///< the file of a lesson causes what is done now: see app/state/lesson_limits.h
};

/// The run whose gradients are to be shown and can be computed, but have not been; null if there is no such run.
std::shared_ptr<const Run> run_without_gradients(const State& state);

/// The selected tensor; null if no run is shown.
const TensorInfo* selected_tensor(const State& state);

}  // namespace vitrine
