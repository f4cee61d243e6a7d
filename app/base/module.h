#pragma once
/// The parts of the program that keep something of their own in the state: every view, and the layers that several views use.

#include <optional>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "app/base/command.h"
#include "app/base/view.h"

namespace vitrine {

struct Action;
struct Input;
struct Panel;
struct WindowMeasures;
class FieldReader;
struct FieldWriter;
struct Lack;
struct Run;

/// What a module keeps from one start of the program to the next: one list of fields that is written and read. See
/// app/state/saved_fields.h.
struct SavedFields {
    void (*write)(const State& state, FieldWriter& writer) = nullptr;
    void (*read)(State& state, const FieldReader& reader) = nullptr;
};

/// What keys do in a view beside its actions.
struct ViewKeys {
    /// A key while no text is typed and no menu is open. `focus`: the anchor with the ring, which it may move.
    void (*press)(std::string_view key, const State& state, std::string& focus, Commands& commands) = nullptr;

    /// Whether what is typed goes into a text of the view.
    bool (*is_typing)(const State& state) = nullptr;

    /// Takes what is typed. Returns 1 or −1 where Tab leaves the text forwards or backwards, and else 0.
    int (*type)(const Input& input, const State& state, std::string& focus, Commands& commands) = nullptr;

    /// Escape where there is nothing else that it would take away.
    void (*leave)(const State& state, Commands& commands) = nullptr;
};

/// How things were before a command was carried out.
struct Change {
    CommandTraits traits;            ///< of the command
    std::shared_ptr<const Run> run;  ///< the one that was shown
    std::string tensor;              ///< the one that was selected
};

/// A module says what it does at the moments below; it leaves out those that are nothing to it.
struct Module {
    std::string_view name;        ///< in files; of a view also on the command line and in anchors
    std::string_view label = {};  ///< of a view, on its tab; empty: no view
    std::string_view tip = {};    ///< of its tab

    /// Before a command is carried out.
    void (*before)(State& state, const CommandTraits& traits) = nullptr;

    /// After it: whatever of the module depends on what has changed follows.
    void (*follow)(State& state, const Change& change) = nullptr;

    /// Another model has been opened: what belonged to the one before goes.
    void (*forget)(State& state) = nullptr;

    /// The module is a view, and it is the one that has been asked for.
    void (*enter)(State& state) = nullptr;

    /// The module is the view that is shown, and what is looked at in it is to come into view.
    void (*reveal)(State& state) = nullptr;

    /// The module is a view: the path of the tensor that it shows where none of it is selected; empty: none.
    std::string (*shown_tensor)(const State& state) = nullptr;

    /// So many seconds have passed since the frame before.
    void (*pass_time)(State& state, double seconds) = nullptr;

    /// Whether the next frame looks different though nobody does anything.
    bool (*moving)(const State& state) = nullptr;

    /// What the module is to show and does not have; nothing where it has everything. Of several modules that lack something of
    /// the same tag, the first gets it first.
    std::optional<Lack> (*lacks)(const State& state) = nullptr;
    /// The panels of a view, in the order of drawing, which is also the order of Tab.
    std::span<const Panel> (*panels)() = nullptr;

    /// How wide the columns of a view are in a window of this size, in logical pixels.
    WindowMeasures (*measures)(const State& state, float width, float height) = nullptr;

    ViewKeys keys = {};

    /// What can be asked for by name about the module.
    std::vector<Action> (*actions)(const Module& own) = nullptr;

    SavedFields habits = {};  ///< that hold whichever model is open
    SavedFields saved = {};   ///< that belong to the open model

    /// What has been read of `saved` may not be right for the run that is there.
    void (*restored)(State& state) = nullptr;

    /// For scripts and tests: adds what the module holds to the object that describes the state.
    void (*describe)(const State& state, nlohmann::ordered_json& json) = nullptr;
};

using Modules = std::span<const Module* const>;

/// Those that are views, in the order of their tabs.
std::vector<const Module*> views(Modules modules);

/// Requires: there is such a view.
const Module& module_of(Modules modules, View view);

}  // namespace vitrine
