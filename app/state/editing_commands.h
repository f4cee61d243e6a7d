#pragma once
/// What can be done to the open model by hand, as plain data; see app/state/commands.h.

#include <memory>
#include <optional>
#include <string>

#include "app/state/edits.h"
#include "app/state/switching.h"
#include "app/state/text_edit.h"
#include "core/model/batch_edit.h"

namespace vitrine {

struct SilenceHead {
    std::string attention;  ///< "decoder.layers.1.cross_attn"
    Size head;
    bool silent;
};
struct RestoreRun {};  ///< takes back everything that was altered; the sentences stay as they are
struct SetEdits {
    Edits edits;
    std::string what;     ///< for undo: "silence head 2"
    bool amends = false;  ///< the last step of the history leads here instead: undo goes back to before it
};
struct Undo {};
struct Redo {};
struct ShowEditedRun {
    std::shared_ptr<const Run> run;  ///< of the model on the screen; taken if it is edited as is wanted by now
};

struct EditBatch {
    BatchEdit edit;  ///< of the sentences that are wanted; what cannot be done is said in the message
};
struct TypeToken {
    TokenPlace place;        ///< its field opens
    bool inserts = false;    ///< for a new word before the one that stands there
    std::string typed = {};  ///< what has been typed already
};
struct TypeCell {};  ///< the field of the selected cell opens
struct SetFieldText {
    TextEdit text;
};
struct MoveFieldChoice {
    int by;
};
struct TakeField {
    std::optional<int> choice = {};  ///< the one of the list that was clicked
};
struct LeaveField {};  ///< closes it, and nothing comes of what was typed

struct SwitchOff {
    Switch which;
    bool off;  ///< false: on again
};

}  // namespace vitrine
