#pragma once
/// Reads languages from text files. assets/languages/english-french.txt explains the format.

#include <filesystem>
#include <string_view>

#include "core/language/language.h"

namespace vitrine::language {

/// Throws Error naming the line, "english-french.txt: line 7: …", where the text is not a language, or a rule or a word can never
/// be drawn.
Language parse_language(std::string_view text, const std::string& where);

/// The same of a file.
Language read_language(const std::filesystem::path& path);

/// Throws Error if a symbol is used by no rule or cannot be drawn to an end, or if a word can never be drawn.
void check_language(const Language& language);

}  // namespace vitrine::language
