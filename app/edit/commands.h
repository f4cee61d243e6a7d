#pragma once
/// Commands that edit the open model.

#include <memory>
#include <optional>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/base/text_edit.h"
#include "app/edit/switching.h"
#include "app/run/edits.h"
#include "app/state/field.h"
#include "core/model/batch_edit.h"

namespace vitrine {

struct SilenceHead {
    static constexpr CommandTraits traits{.edits_run = true};
    std::string attention;  ///< "decoder.layers.1.cross_attn"
    Size head;
    bool silent;
};
void do_command(State& state, const SilenceHead& command);

/// Undoes every alteration; the sentences stay as they are.
struct RestoreRun {
    static constexpr CommandTraits traits{.edits_run = true};
};
void do_command(State& state, const RestoreRun& command);

struct SetEdits {
    static constexpr CommandTraits traits{.edits_run = true};
    Edits edits;
    std::string what;     ///< for undo: "silence head 2"
    bool amends = false;  ///< replaces the last step of the history: undo goes back to before that step
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
    std::shared_ptr<const Run> run;  ///< of the open model; ignored unless it has the edits that are wanted now
};
void do_command(State& state, const ShowEditedRun& command);

struct EditBatch {
    static constexpr CommandTraits traits{.edits_run = true};
    BatchEdit edit;  ///< of the wanted sentences; an impossible edit becomes an error message
};
void do_command(State& state, const EditBatch& command);

struct TypeToken {
    static constexpr CommandTraits traits{.edits_run = true};
    TokenPlace place;        ///< the word whose field opens
    bool inserts = false;    ///< the field is for a new word before this place
    std::string typed = {};  ///< text that has already been typed
};
void do_command(State& state, const TypeToken& command);

/// Opens the field of the selected cell.
struct TypeCell {
    static constexpr CommandTraits traits{.edits_run = true};
};
void do_command(State& state, const TypeCell& command);

/// Opens the field of a setting.
struct TypeSetting {
    TypedSetting setting;
};
void do_command(State& state, const TypeSetting& command);

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
    std::optional<int> choice = {};  ///< index of the clicked item of the list; nothing: none
};
void do_command(State& state, const TakeField& command);

struct LeaveField {};  ///< closes the field without taking its text
void do_command(State& state, const LeaveField& command);

struct SwitchOff {
    static constexpr CommandTraits traits{.edits_run = true};
    Switch which;
    bool off;  ///< false: on again
};
void do_command(State& state, const SwitchOff& command);

/// How an edit is noted in the history.
struct EditNote {
    std::string what;
    bool amends = false;  ///< see SetEdits
};

/// Applies an edit to the sentences. Returns false if that is impossible; then State::message says why.
bool edit_batch(State& state, const BatchEdit& edit, const EditNote& note);

/// Replaces the shown run and the wanted edits by those of this run. The selection stays if the new run has it.
void replace_run(State& state, std::shared_ptr<const Run> run);

/// Closes the field if its word, cell or setting no longer exists, or if the keyboard focus has moved; clears State::closed_at
/// when the focus ring moves.
void follow_field(State& state, const Change& change);

struct EditsFailed {
    static constexpr CommandTraits traits{.acts_on_b = true};
    std::string why;   ///< the reason, in one line; the open run stays
    Edits edits = {};  ///< the edits for which no run could be made
};
void do_command(State& state, const EditsFailed& command);

}  // namespace vitrine
