#pragma once
/// Formulas evaluated on a run.

#include <string>
#include <string_view>
#include <vector>

#include "app/formula/expression.h"
#include "app/formula/scope.h"

namespace vitrine {

/// Throws Error, in one line, if a name is unknown, a kind of value does not fit or an index is out of range.
Value evaluate(const Expression& expression, const Scope& scope);

/// parse_expression and evaluate together.
Value evaluate(std::string_view formula, const Scope& scope);

/// A sentence in which every {formula} is replaced by its value, as `write` writes it. Throws Error like evaluate.
std::string filled_in(std::string_view sentence, const Scope& scope, std::string (*write)(const Value&) = written);

/// The formulas of a sentence, in order. Throws Error if a brace is not closed.
std::vector<std::string> formulas_of(std::string_view sentence);

}  // namespace vitrine
