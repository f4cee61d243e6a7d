#pragma once
/// What can be done to the open model by hand.

#include <memory>
#include <optional>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/base/text_edit.h"
#include "app/edit/switching.h"
#include "app/run/edits.h"
#include "core/model/batch_edit.h"

namespace vitrine {

struct SilenceHead {
    static constexpr CommandTraits traits{.edits_run = true};
    std::string attention;  ///< "decoder.layers.1.cross_attn"
    Size head;
    bool silent;
};
void do_command(State& state, const SilenceHead& command);

/// Takes back everything that was altered; the sentences stay as they are
struct RestoreRun {
    static constexpr CommandTraits traits{.edits_run = true};
};
void do_command(State& state, const RestoreRun& command);

struct SetEdits {
    static constexpr CommandTraits traits{.edits_run = true};
    Edits edits;
    std::string what;     ///< for undo: "silence head 2"
    bool amends = false;  ///< the last step of the history leads here instead: undo goes back to before it
};
void do_command(State& state, const SetEdits& command);

struct Undo {
    static constexpr CommandTraits traits{.edits_run = true, .brings_b_forward = true};
};
void do_command(State& state, const Undo& command);

struct Redo {
    static constexpr CommandTraits traits{.edits_run = true, .brings_b_forward = true};
};
void do_command(State& state, const Redo& command);

struct ShowEditedRun {
    static constexpr CommandTraits traits{.acts_on_b = true};
    std::shared_ptr<const Run> run;  ///< of the model on the screen; taken if it is edited as is wanted by now
};
void do_command(State& state, const ShowEditedRun& command);

struct EditBatch {
    static constexpr CommandTraits traits{.edits_run = true};
    BatchEdit edit;  ///< of the sentences that are wanted; what cannot be done is said in the message
};
void do_command(State& state, const EditBatch& command);

struct TypeToken {
    static constexpr CommandTraits traits{.edits_run = true};
    TokenPlace place;        ///< its field opens
    bool inserts = false;    ///< for a new word before the one that stands there
    std::string typed = {};  ///< what has been typed already
};
void do_command(State& state, const TypeToken& command);

/// The field of the selected cell opens
struct TypeCell {
    static constexpr CommandTraits traits{.edits_run = true};
};
void do_command(State& state, const TypeCell& command);

struct SetFieldText {
    TextEdit text;
};
void do_command(State& state, const SetFieldText& command);

struct MoveFieldChoice {
    int by;
};
void do_command(State& state, const MoveFieldChoice& command);

struct TakeField {
    static constexpr CommandTraits traits{.edits_run = true};
    std::optional<int> choice = {};  ///< the one of the list that was clicked
};
void do_command(State& state, const TakeField& command);

struct LeaveField {};  ///< closes it, and nothing comes of what was typed
void do_command(State& state, const LeaveField& command);

struct SwitchOff {
    static constexpr CommandTraits traits{.edits_run = true};
    Switch which;
    bool off;  ///< false: on again
};
void do_command(State& state, const SwitchOff& command);

/// What the history says of an edit.
struct EditNote {
    std::string what;
    bool amends = false;  ///< see SetEdits
};

/// Makes the sentences what an edit says; false, with the reason as the message, where they cannot be that.
bool edit_batch(State& state, const BatchEdit& edit, const EditNote& note);

/// Another run in the place of the one on the screen, with its edits; what is selected stays so, as far as that run has it.
void replace_run(State& state, std::shared_ptr<const Run> run);

/// The field closes where what it is about is no longer there, or the keyboard is elsewhere; and letters are text again where the
/// ring has moved.
void follow_field(State& state, const Change& change);

struct EditsFailed {
    static constexpr CommandTraits traits{.acts_on_b = true};
    std::string why;   ///< in one line; what was open stays open
    Edits edits = {};  ///< of which no run could be made
};
void do_command(State& state, const EditsFailed& command);

}  // namespace vitrine
