#pragma once
/// The terms of the paper, in two plain sentences each.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/outline.h"

namespace vitrine {

struct Term {
    std::string_view name;     ///< "query"
    std::string_view text;     ///< two sentences
    std::string_view section;  ///< where the paper has it: "section 3.2.1"; empty where it does not
};

/// All of them, by the alphabet.
std::span<const Term> glossary();

/// Null where there is none of this name.
const Term* find_term(std::string_view name);

/// What an operation is about, and what a tensor is called; null where nothing is explained.
const Term* term_of(Operation operation);
const Term* term_of_tensor(std::string_view path);

/// A term as the lines of a note, the name first, no line longer than is read at a glance.
std::vector<std::string> term_note(const Term& term);

}  // namespace vitrine
