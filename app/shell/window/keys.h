#pragma once
/// Translates GLFW's keys into the terms of app/widgets/input.h.

#include <string>

#include "app/widgets/input.h"

namespace vitrine {

/// The name of a key: "left", "f1", or its character on the user's keyboard. Empty for unused keys.
std::string key_name(int key, int scancode);

/// The modifier of a modifier key; null for other keys.
bool Modifiers::*modifier_of(int key);

}  // namespace vitrine
