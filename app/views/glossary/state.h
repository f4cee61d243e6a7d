#pragma once
/// The state of the glossary: the search, and the shown term.

#include <string>
#include <string_view>
#include <vector>

#include "app/base/text_edit.h"
#include "app/base/trail.h"
#include "app/words/glossary.h"

namespace vitrine {

struct State;

/// The name of the view.
inline constexpr std::string_view glossary_name = "glossary";

/// The anchor of the search field.
inline constexpr const char* glossary_search_anchor = "glossary/search";

struct GlossaryView {
    TextEdit search;
    std::string term = "attention";  ///< name of the shown term
};

/// The shown term; the first term if a session names an unknown one.
const Term& shown_term(const State& state);

/// The terms that a search finds. Every word of the search has to match the name fuzzily, or begin a word of the text. Matches in
/// the name come first. An empty search finds all terms in alphabetical order.
std::vector<const Term*> found_terms(std::string_view search);

/// A term as a place in the trail.
TrailPlace glossary_place(const Term& term);

/// The text of a term for the clipboard: its name, its section in the paper, and its sentences.
std::string term_text(const Term& term);

/// The anchor of a term in the list.
inline constexpr std::string_view term_anchor_start = "glossary/term/";
std::string term_anchor(const Term& term);

}  // namespace vitrine
