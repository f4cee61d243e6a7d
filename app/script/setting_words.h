#pragma once
/// The words of scripts, and those that bring the program into a state.

#include <span>
#include <string_view>

#include "app/script/actions.h"
#include "app/script/words.h"

namespace vitrine {

/// A word that begins a command, and how the rest of its line is read.
struct ScriptWord {
    std::string_view name;
    script::ScriptAction (*read)(ScriptWords&);
    bool ends_in_text = false;  ///< so that nothing can follow, not even a comment
};

std::span<const ScriptWord> setting_words();

}  // namespace vitrine
