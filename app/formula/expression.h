#pragma once
/// The grammar of formulas, with which lessons compute from a run what they say and ask.
///
///     0.5  "étudiant"  true  [1, 2, 3]        numbers, texts, lists
///     name                                    a name given earlier, a tensor or parameter by its path, or a fact of the run
///     x[2, k, :]                              a cell or a part of a table; : is the whole of an axis
///     softmax(row)  word("source", k)         functions
///     -x  x ^ y  x * y  x / y  x + y  x - y   on numbers and, cell by cell, on tables
///     x == y  x != y  x < y  x <= y  x > y  x >= y
///     not a  a and b  a or b
///     if(condition, a, b)                     only the branch that is taken is computed
///
/// from the tightest to the loosest, with brackets as usual.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

struct Expression {
    enum class Kind : std::uint8_t { number, text, truth, list, name, index, all, call, operation };
    Kind kind{};
    double number = 0;  ///< also 1 for `true`
    std::string word;   ///< the text, the name, the function, the operation: "<=", "and"
    std::vector<Expression> parts = {};

    /// Whether it is a constant that was written down, so that evaluating it reads nothing.
    bool is_constant() const;
};

/// Throws Error, which quotes the place, if the text is not a formula.
Expression parse_expression(std::string_view text);

}  // namespace vitrine
