#pragma once
/// Where the page for saving puts the file: a proposed path that can be changed by typing, with completion of folders and names.

#include <string>
#include <vector>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/base/text_edit.h"

namespace vitrine {

struct ExportChoices;

/// The anchor of the field.
inline constexpr const char* save_path_anchor = "save/path";

struct SaveAs {
    TextEdit text;                   ///< the path in the field
    bool typed = false;              ///< it was changed by hand, and is no longer replaced by proposals
    std::string proposed_for;        ///< the choices that the proposal is for
    std::vector<std::string> found;  ///< names in the typed folder that begin with the typed name; folders end in '/'
    std::string remark;              ///< what will happen to an existing file, and to an ending; may be empty
};

struct SetSavePath {
    TextEdit text;
};
void do_command(State& state, const SetSavePath& command);

/// Completes the typed path as far as all names that were found agree.
struct CompleteSavePath {};
void do_command(State& state, const CompleteSavePath& command);

/// Saves what is chosen on the page, under the path in its field, and closes the page. Does nothing if that is refused.
struct SaveChosen {};
void do_command(State& state, const SaveChosen& command);

/// While the page is open, proposes a path for its choices.
void follow_save_as(State& state, const Change& change);

/// "vitrine-translation-attention.png" in the folder for exports, or the next such name that is not taken. `tensor`: the tensor
/// to be saved; empty: the selected one.
std::string proposed_path(const State& state, const ExportChoices& choices, const std::string& tensor = "");

/// The path with the home folder instead of "~/", and with the ending of the chosen format, if it does not have it.
std::string path_to_save(const std::string& typed, const ExportChoices& choices);

/// The file names in the typed folder that begin with the typed name, in alphabetical order; folders end in '/'. Hidden files
/// only if the name begins with a dot.
std::vector<std::string> names_beginning_with(const std::string& typed);

/// The typed path, completed as far as all names agree.
std::string completed_path(const std::string& typed, const std::vector<std::string>& names);

}  // namespace vitrine
