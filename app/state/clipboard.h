#pragma once
/// Text on its way to the clipboard.

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

/// Stores the text in State::copied, from where the window puts it on the clipboard. An empty text leaves the clipboard unchanged.
void copy_text(State& state, std::string text);

struct CopyText {
    std::string text;
};
void do_command(State& state, const CopyText& command);

}  // namespace vitrine
