#pragma once
/// Text on its way to the clipboard.

#include "app/state/state.h"

namespace vitrine {

/// It becomes State::copied, and the window puts it on the clipboard; an empty text leaves that as it is.
void copy_text(State& state, std::string text);

}  // namespace vitrine
