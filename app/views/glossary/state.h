#pragma once
/// What the glossary remembers: what is looked for, and which term is read.

#include <string>
#include <string_view>
#include <vector>

#include "app/base/text_edit.h"
#include "app/words/glossary.h"

namespace vitrine {

struct State;

/// The anchor of the field that the search is typed into.
inline constexpr const char* glossary_search_anchor = "glossary/search";

struct GlossaryView {
    TextEdit search;
    std::string term = "attention";  ///< the name of the one that is read
};

/// The term that is read; the first one where a session names none that there is.
const Term& shown_term(const State& state);

/// The terms that a search finds: each of its words stands in the name, some letters of it being enough, or begins a word of the
/// text. What is in the name comes first; all of them, by the alphabet, for an empty search.
std::vector<const Term*> found_terms(std::string_view search);

/// The anchor of a term in the list.
std::string term_anchor(const Term& term);

}  // namespace vitrine
