#pragma once
/// The regular endings of English and French words.

#include <array>
#include <string>

namespace vitrine {

/// "churches", "stories", "cats": plural of nouns, and verb forms after he or she.
std::string english_with_s(const std::string& word);

/// "oiseaux", "chevaux", "souris", "chats".
std::string french_plural(const std::string& singular);

/// The feminine of a masculine adjective: "triste", "heureuse", "italienne", "noire".
std::string french_feminine(const std::string& masculine);

/// The present tense of a verb in -er, after je, il, nous and ils: "mange", "mange", "mangeons", "mangent".
std::array<std::string, 4> french_present(const std::string& infinitive);

}  // namespace vitrine
