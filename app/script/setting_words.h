#pragma once
/// The words of scripts, and the words that put the program into a state.

#include <span>
#include <string_view>

#include "app/script/actions.h"
#include "app/script/words.h"

namespace vitrine {

/// A word that begins a command, and a function that reads the rest of its line.
struct ScriptWord {
    std::string_view name;
    script::ScriptAction (*read)(ScriptWords&);
    bool ends_in_text = false;  ///< the command ends with a text, so nothing can follow it, not even a comment
};

std::span<const ScriptWord> setting_words();

}  // namespace vitrine
