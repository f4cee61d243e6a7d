#include "core/ops/head_norm.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vitrine {

namespace {

/// Letters of [B, L, D] and what stands for them in queries and keys.
using Letters = std::array<std::pair<std::string_view, std::string>, 3>;

void rename(std::string& cell, const Letters& letters) {
    const auto found = std::ranges::find(letters, std::string_view(cell), &Letters::value_type::first);
    if (found != letters.end()) cell = found->second;
}

void rename(std::vector<TermRule>& terms, const Letters& letters) {
    for (TermRule& term : terms) {
        for (FactorRule& factor : term.factors) rename(factor.cell, letters), rename(factor.less_cell, letters);
    }
}

void replace_all(std::string& text, std::string_view from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

}  // namespace

Dependence of_heads(Dependence norm, HeadRows rows, const std::string& symbol) {
    const bool each = rows == HeadRows::each_head;
    const Letters letters{{{"blj", "bhlj"}, {"bl", each ? "bhl" : "b0l"}, {"j", each ? "j" : "(hj)"}}};
    const auto rename_formula = [&](std::string& formula) {
        replace_all(formula, "x[", symbol + '[');
        replace_all(formula, "D", each ? "d" : "(H·d)");
        if (!each) replace_all(formula, "[l,j]", "[h,l,j]"), replace_all(formula, "[j]", "[h,j]");
    };
    rename(norm.output, letters), rename(norm.terms, letters), rename_formula(norm.formula);
    for (OperandGradient& gradient : norm.gradients)
        rename(gradient.output, letters), rename(gradient.terms, letters), rename_formula(gradient.formula);
    return norm;
}

}  // namespace vitrine
