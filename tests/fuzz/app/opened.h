#pragma once
/// Opens whatever was read from damaged data, as a window does.

#include <string>

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine::fuzz {

/// Opens all models that the state requests. `what`: the data that requested them.
void open_all(State& state, const std::string& what);

/// A program that has begun with the command, drawn for some frames.
void draw_after(const Command& command, const std::string& what);

}  // namespace vitrine::fuzz
