#pragma once
/// Keys and text typed into the field of the first page.

#include <string>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Whether typed text goes into the field.
bool types_on_start_page(const State& state);

/// Handles the frame's keys and text. Returns 1 or −1 if Tab leaves the field forwards or backwards, else 0.
int type_on_start_page(const Input& input, const State& state, std::string& focus, Commands& commands);

/// Left and right move the slider of the temperature while it has the focus ring. Returns whether the key did.
bool slide_on_start_page(const std::string& key, const State& state, Commands& commands);

}  // namespace vitrine
