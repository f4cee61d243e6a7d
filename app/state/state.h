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

/// What somebody wants the appearance to be; `system`: what the desktop says, dark where that says nothing.
enum class ThemeChoice : std::uint8_t { dark, light, system };

/// Whether what changes its place on the screen is seen moving there.
enum class Motion : std::uint8_t { eased, at_once };

/// What the desktop says of how its programs should look.
struct DesktopWishes {
    std::optional<Appearance> appearance{};  ///< nothing: it does not say
    std::optional<bool> reduced_motion{};    ///< likewise
};

/// The version of something the program is made with.
struct VersionLine {
    std::string what, version;
};

/// What is said of the graphics card that computes attentions, or of why none does. Empty: nothing.
struct DeviceWords {
    std::string attention, memory;

    bool operator==(const DeviceWords&) const = default;
};

/// What is looked at. One selection drives every panel.
struct Selection {
    std::string tensor;         ///< a path of the trace
    std::optional<Index> cell;  ///< a cell of it
    Size sentence = 0, head = 0;
};

struct Transport {
    bool playing = false;
    double steps_per_second = 1;
    double since_step = 0;  ///< seconds the current step has been on screen while playing
    bool stepping = false;  ///< the run is followed step by step: what later steps compute is not there yet
};

struct State {
    /// `modules`: the parts of the program, in the order in which they follow a command.
    explicit State(Modules parts) : modules(parts) {}
    Modules modules;

    /// What a view or a layer keeps for itself: state.of<MapView>().
    template <class T>
    T& of() {
        return slots.of<T>();
    }
    template <class T>
    const T& of() const {
        return slots.of<T>();
    }
    Slots slots;

    std::shared_ptr<const Run> run;       ///< what is shown; null until there is a model
    std::optional<ModelRequest> opening;  ///< being opened right now
    int openings = 0;                     ///< how often that was asked for: with every time `opening` is to be opened anew
    std::string message;                  ///< what went wrong last, in one line; empty: nothing
    std::string notice;       ///< what has been done last and cannot be seen, in one line: "Saved to …"; empty: nothing
    double notice_shown = 0;  ///< for how many seconds; after a few it goes by itself

    Edits edits;                      ///< what is to be made of the open model; the run that is made of it follows
    EditHistory history;              ///< what was done to the edits before
    std::vector<ParkedEdits> parked;  ///< what was made of models that others have taken the place of
    std::optional<OpenField> field;   ///< where another word or number is being typed
    std::string closed_at;  ///< the word whose field was closed last, while it keeps the ring: letters are commands there, not text

    View view = View::map;

    int step = 0;
    Selection selection;
    Trail trail;              ///< the cells selected so far
    bool every_term = false;  ///< the anatomy of a number lists all of its terms rather than the largest
    Aspect aspect = Aspect::value;
    Transport transport;

    ThemeChoice theme = ThemeChoice::dark;
    DesktopWishes desktop;
    Appearance appearance = Appearance::dark;  ///< what comes of both
    Motion motion = Motion::eased;
    double scale = 1;

    std::map<std::string, float> scroll;  ///< how far each scrolling area has moved, in logical pixels
    std::set<std::string> reveal;         ///< anchors to bring into view with the next frame
    std::set<std::string> folded;         ///< sections of the outline that are closed
    std::string copied;                   ///< what was copied last
    int copies = 0;                       ///< how often something was copied: with every time `copied` goes on the clipboard
    std::string focus;                    ///< the anchor with the keyboard's ring; empty: none
    std::string menu;                     ///< the open drop-down; empty: none
    std::vector<SampleInfo> samples;      ///< what the drop-down of models offers, looked up when it opens
    ModelRequest request;                 ///< the model that was opened last, also while one in training is shown
    std::vector<RecentModel> recent;      ///< opened from files before
    std::vector<VersionLine> versions;    ///< of what the program is made with
    DeviceWords device;                   ///< of the attentions of what was opened so far
    bool quits = false;                   ///< the window is to be closed
};

/// The run whose gradients are to be shown and could be, but have not been computed; null where there is none.
std::shared_ptr<const Run> run_without_gradients(const State& state);

/// The tensor selected, or nothing where there is no run.
const TensorInfo* selected_tensor(const State& state);

}  // namespace vitrine
