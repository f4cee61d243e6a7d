#pragma once
/// Keys that edit: typing into the field of a word or a number, and keys for the word with the focus ring.

#include <string>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Whether typed text goes into the field.
bool types_in_field(const State& state);

/// Handles the keys and the text typed into the field.
void type_in_field(const Input& input, const State& state, Commands& commands);

/// Whether typed text goes into the field of the batch panel for a whole sentence.
bool types_sentence(const State& state);

/// Handles the keys and the text typed into it. Returns 1 or −1 if Tab leaves it forwards or backwards, else 0.
int type_sentence(const Input& input, const State& state, std::string& focus, Commands& commands);

/// Opens a word's field with the text typed while the word has the focus ring. Returns whether it did.
bool type_over_word(const Input& input, const State& state, Commands& commands);

/// Handles a key that undoes, redoes, opens the field of the selected number, switches off a part of the model, or changes the word
/// with the focus ring. Returns false for any other key.
bool drive_editing(const std::string& key, const State& state, Commands& commands);

}  // namespace vitrine
