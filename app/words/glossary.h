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
    std::string_view text;     ///< two sentences or one
    std::string_view section;  ///< of the paper: "section 3.2.1"; empty: not in the paper
    std::string_view also{};   ///< further words by which a search finds it
};

/// All terms in alphabetical order; they stand in glossary_terms.cpp.
std::span<const Term> glossary();

/// Null if there is no term of this name.
const Term* find_term(std::string_view name);

/// The term that explains an operation or a tensor of a model, whose norm may be LayerNorm or RMSNorm; null if there is none.
const Term* term_of(Operation operation, const Configuration& configuration);
const Term* term_of_tensor(std::string_view path, const Configuration& configuration);

/// A term as the lines of a note, the name first, with short lines.
std::vector<std::string> term_note(const Term& term);

}  // namespace vitrine
