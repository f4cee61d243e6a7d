#pragma once
/// GLFW's keys in the terms of app/base/input.h.

#include <string>

#include "app/widgets/input.h"

namespace vitrine {

/// The name of a key: "left", "f1", or what it writes on the user's keyboard. Empty for keys that mean nothing here.
std::string key_name(int key, int scancode);

/// The modifier a key is, null for other keys.
bool Modifiers::*modifier_of(int key);

}  // namespace vitrine
