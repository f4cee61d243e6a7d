#pragma once
/// Modules: the parts of the program with a state of their own, namely every view and the layers that several views use.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/base/command.h"
#include "app/base/view.h"

namespace vitrine {

struct Action;
struct FigureKind;
struct Input;
struct Panel;
struct WindowMeasures;
class FieldReader;
struct FieldWriter;
struct MissingResult;
struct Run;

/// The fields that a module keeps from one start of the program to the next; a single list is used for writing and reading. See
/// app/state/saved_fields.h.
struct SavedFields {
    void (*write)(const State& state, FieldWriter& writer) = nullptr;
    void (*read)(State& state, const FieldReader& reader) = nullptr;

    /// The fields that mean something on this machine only, such as the path of a file: links do not carry them.
    std::span<const std::string_view> of_this_machine = {};
};

/// The keys of a view beyond those of its actions.
struct ViewKeys {
    /// Handles a key while no text is typed and no menu is open. `focus`: the anchor with the focus ring, which the key may move.
    void (*press)(std::string_view key, const State& state, std::string& focus, Commands& commands) = nullptr;

    /// Whether typed characters go into a text of the view.
    bool (*is_typing)(const State& state) = nullptr;

    /// Handles typed input. Returns 1 or −1 if Tab leaves the text forwards or backwards, else 0.
    int (*type)(const Input& input, const State& state, std::string& focus, Commands& commands) = nullptr;

    /// Handles Escape when it has nothing else to close.
    void (*leave)(const State& state, Commands& commands) = nullptr;
};

/// A kind of file, other than models, that a module opens.
struct FileKind {
    std::span<const std::string_view> endings = {};  ///< of their names, ".md"
    std::string_view word = {};                      ///< the word for such a file, "lesson"

    /// Whether a file with this name is of this kind; null: every file is.
    bool (*is_meant)(const std::string& path) = nullptr;

    /// Returns a command that opens a file or, if it is not of this kind, says what is wrong.
    Command (*open)(const std::string& path) = nullptr;

    /// The files opened before, newest first; null: they are not remembered.
    std::vector<std::string> (*recent)(const State& state) = nullptr;
};

/// Whether a file's name has one of the kind's endings.
bool has_ending(const FileKind& kind, std::string_view path);

/// A text that a module opens if it is typed or pasted instead of a path, such as a link.
struct TextKind {
    std::string_view word = {};  ///< the word for such a text, "link"

    /// Whether a text is of this kind, judging by its beginning.
    bool (*is_meant)(std::string_view text) = nullptr;

    /// Returns a command that opens it or says what is wrong with it.
    Command (*open)(const std::string& text) = nullptr;
};

/// The situation before a command was carried out.
struct Change {
    CommandTraits traits;            ///< of the command
    std::shared_ptr<const Run> run;  ///< the run that was shown
    std::string tensor;              ///< the path of the selected tensor
};

/// The record of a module: its functions are called at the moments below. A module leaves out the functions it does not need.
struct Module {
    std::string_view name;        ///< in files; for a view also on the command line and in anchors
    std::string_view label = {};  ///< on the tab of a view; empty: the module is no view
    std::string_view tip = {};    ///< the tooltip of its tab
    std::string_view also = {};   ///< further words by which Find finds a view

    /// Views only: the place of its tab among those that are always there, from 1; 0: it is under More until the user chooses it.
    int main_tab = 0;

    /// Views only: why the view has nothing to show for the open run, a sentence for the screen; empty: it has something. As long
    /// as it returns a sentence, only `before` and `forget` of the other functions are called, and the view's actions are refused
    /// with this sentence. Called while a run is shown.
    std::string (*lacks)(const State& state) = nullptr;

    /// Its actions concern more than what the view shows, and refuse runs on their own.
    bool acts_on_any_run = false;

    /// Called before a command is carried out.
    void (*before)(State& state, const CommandTraits& traits) = nullptr;

    /// Called after a command was carried out: updates what depends on the changed state.
    void (*follow)(State& state, const Change& change) = nullptr;

    /// Another model has been opened: drops everything that belonged to the previous model.
    void (*forget)(State& state) = nullptr;

    /// Views only: the user has switched to this view.
    void (*enter)(State& state) = nullptr;

    /// Called for the shown view: scrolls what is selected into view.
    void (*reveal)(State& state) = nullptr;

    /// Views only: the path of the tensor that the view shows when no cell of it is selected; empty: none.
    std::string (*shown_tensor)(const State& state) = nullptr;

    /// Views only: whether the view shows the selected tensor now, wherever it was selected. Null: only shown_tensor() counts.
    bool (*shows_selected)(const State& state) = nullptr;

    /// Views only: the text that is copied while the view is shown; null: the selected number or tensor.
    std::string (*copied)(const State& state) = nullptr;

    /// Views only: shows one of the view's own places that the trail has kept, such as a term. A view with such places shows no
    /// cells.
    void (*return_to)(State& state, const std::string& place) = nullptr;

    /// Called once per frame. `seconds`: since the previous frame.
    void (*pass_time)(State& state, double seconds) = nullptr;

    /// Whether the next frame looks different without any input.
    bool (*moving)(const State& state) = nullptr;

    /// The result that the module needs for the screen and does not have; nothing if it has everything. If several modules lack
    /// results of the same tag, the first module's job is done first.
    std::optional<MissingResult> (*missing)(const State& state) = nullptr;

    /// Views only: the panels in the order of drawing, which is also the order of Tab.
    std::span<const Panel> (*panels)() = nullptr;

    /// Views only: the widths of the columns in a window of this size, in logical pixels.
    WindowMeasures (*measures)(const State& state, float width, float height) = nullptr;

    /// The figures for print that it draws; see app/panel/figure.h.
    std::span<const FigureKind> (*figures)() = nullptr;

    ViewKeys keys = {};

    /// The files that it opens if their path is typed or if they are dropped on the window; null: none.
    const FileKind* files = nullptr;

    /// The texts that it opens if they are typed into Find or dropped on the window; null: none.
    const TextKind* texts = nullptr;

    /// The actions of the module.
    std::vector<Action> (*actions)(const Module& own) = nullptr;

    SavedFields habits = {};  ///< fields that apply to every model
    SavedFields saved = {};   ///< fields that belong to the open model

    /// Called after `saved` has been read: corrects fields that do not fit the shown run.
    void (*restored)(State& state) = nullptr;

    /// For scripts and tests: adds what the module holds to the object that describes the state.
    void (*describe)(const State& state, nlohmann::ordered_json& json) = nullptr;
};

using Modules = std::span<const Module* const>;

/// The views among the modules, in the order of their tabs: the main ones in that of their places, then those under More.
std::vector<const Module*> views(Modules modules);

/// The module of a view. Requires: the modules contain it.
const Module& module_of(Modules modules, View view);

}  // namespace vitrine
