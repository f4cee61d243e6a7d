#pragma once
/// Handles typing into the page's fields: paths, which Tab completes, and ids.

#include <string>

#include "app/base/command.h"
#include "app/base/text_edit.h"
#include "app/importing/texts.h"

namespace vitrine {

struct Input;

/// Sets the text of a field and takes its effect: a file is read as soon as the text names one.
struct SetImportText {
    std::string field;
    TextEdit text;
};
void do_command(State& state, const SetImportText& command);

/// Completes the path in a field as far as all matching names agree.
struct CompleteImportPath {
    std::string field;
};
void do_command(State& state, const CompleteImportPath& command);

/// Whether typed characters go into a field of the page.
bool types_on_import_page(const State& state);

/// Returns 1 or −1 if Tab leaves the field forwards or backwards, else 0.
int type_on_import_page(const Input& input, const State& state, std::string& focus, Commands& commands);

}  // namespace vitrine
