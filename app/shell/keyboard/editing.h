#pragma once
/// Keys that change things: what is typed into the field of a word or a number, and what acts on the word with the ring.

#include <string>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Whether what is typed goes into the field.
bool types_in_field(const State& state);

/// What keys and text do there.
void type_in_field(const Input& input, const State& state, Commands& commands);

/// What is typed while a word has the ring opens its field. True where it has.
bool type_over_word(const Input& input, const State& state, Commands& commands);

/// A key that undoes, redoes, opens the field of the selected number, switches a part of the model off, or changes the word with
/// the ring; false where it is none.
bool drive_editing(const std::string& key, const State& state, Commands& commands);

}  // namespace vitrine
