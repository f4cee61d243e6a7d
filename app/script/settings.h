#pragma once
/// Carries out the words of scripts that put the program into a state.

#include <string>

#include "app/base/command.h"
#include "app/script/actions.h"

namespace vitrine {

/// Whether it is one of these words, which need no mouse and no keyboard.
bool is_setting(const script::ScriptAction& action);

/// The commands that carry out a setting in this state. Throws Error if the state does not have such a thing. Requires:
/// is_setting, and the run with the wanted edits is there, unless a model is being opened.
Commands commands_for(const State& state, const script::ScriptAction& action);

/// Sets fields of a module, written as in a session.
struct KeepFields {
    std::string module, fields;
};
void do_command(State& state, const KeepFields& command);

/// Throws Error if lessons may not set the fields.
void require_for_lessons(const State& state, const KeepFields& command);

}  // namespace vitrine
