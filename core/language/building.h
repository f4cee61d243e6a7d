#pragma once
/// Parts of a language by name, for those who read it from a file.

#include <optional>
#include <string>

#include "core/language/inflection.h"
#include "core/language/language.h"
#include "core/language/sections.h"

namespace vitrine::language {

/// The id of a word, which may be new.
Word word_id(Spelling& spelling, const std::string& word);

/// "le~l'": a word and what stands instead where a vowel follows. "*héros": its h is none that others elide before.
Form read_form(Spelling& spelling, const std::string& text);

/// "a|b" as values of a domain. Throws Error if there is no such value.
Values read_values(const Domain& domain, const std::string& text);

/// The place of a feature among those of a symbol; nothing if it has none of that name.
std::optional<std::size_t> feature_of(const Language& language, const Symbol& symbol, const std::string& name);

std::optional<std::size_t> find_symbol(const Language& language, const std::string& name);
/// Throws Error if there is none.
std::size_t symbol_named(const Language& language, const std::string& name);

/// Reads the lines of a section of words, whose tables are these or null, into its symbol.
void read_words(const Section& section, const std::array<const Inflection*, 2>& tables, Symbol& symbol, Language& language);

/// Reads the lines of a section of rules into its symbol.
void read_rules(const Section& section, std::size_t symbol, Language& language);

}  // namespace vitrine::language
