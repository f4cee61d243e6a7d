#pragma once
/// Carries out the words of scripts that bring the program into a state.

#include <string>

#include "app/base/command.h"
#include "app/script/actions.h"

namespace vitrine {

/// Whether it is one of these words, which needs no mouse and no keyboard.
bool is_setting(const script::ScriptAction& action);

/// The commands that carry out a setting in this state. Throws Error where the state has no such thing. Requires: is_setting, and
/// the run with the wanted edits is there, unless a model is opened.
Commands commands_for(const State& state, const script::ScriptAction& action);

/// Fields of a module, as a session has them.
struct KeepFields {
    std::string module, fields;
};
void do_command(State& state, const KeepFields& command);

/// Throws Error where the fields are not for lessons.
void require_for_lessons(const State& state, const KeepFields& command);

}  // namespace vitrine
