#include "core/explain/gradient_formula.h"

#include <fmt/format.h>

namespace vitrine {

namespace {

/// "[q,k]" of "bhqk"; "[8+h·d+c,i]" of "(hc)i" whose first row is 8, and "[i,8+h·d+c]" of "i(hc)". A head has a letter only where
/// one axis counts heads together with something else.
std::string subscript(std::string_view cell, const AxisPlace& place, bool with_heads) {
    std::string text;
    const auto add = [&text](const std::string& letters) { text += (text.empty() ? "" : ",") + letters; };
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (cell[i] == '(') {
            add(place_text(cell[i + 1], cell[i + 2], place));
            i += 3;
        } else if (cell[i] != 'b' && cell[i] != '0' && (cell[i] != 'h' || with_heads)) {
            add(std::string(1, cell[i]));
        }
    }
    return text.empty() ? "" : '[' + text + ']';
}

/// Whether a term of the declaration runs over letters.
bool sums(const Dependence& dependence) {
    for (const FactorRule& factor : dependence.terms[0].factors) {
        if (factor.cell.find_first_not_of("()0@" + dependence.output) != std::string::npos) return true;
    }
    return false;
}

}  // namespace

const std::string& Symbols::of(const std::string& path) const {
    const TensorInfo* recorded = run_->find(path);
    const TensorInfo* info = recorded ? recorded : parameters_->find(path);
    return info ? info->symbol : path;
}

std::string gradient_symbol(const std::string& symbol) {
    return symbol.find(' ') == std::string::npos ? "∂" + symbol : "∂(" + symbol + ')';
}

std::string_view operand_path(const TensorInfo& info, int operand) {
    switch (operand) {
        case output_gradient:
        case output_value:
            return info.path;
        case further_value:
            return info.further_value;
        default:
            return info.operands[static_cast<std::size_t>(operand)];
    }
}

std::string gradient_formula(const TensorInfo& info, int operand, const Dependence& gradient, const Symbols& symbols) {
    if (!gradient.formula.empty()) return gradient.formula;
    bool with_heads = gradient.output.find('(') != std::string::npos;
    for (const FactorRule& factor : gradient.terms[0].factors) with_heads |= factor.cell.find('(') != std::string::npos;
    std::string text = gradient_symbol(symbols.of(info.operands[static_cast<std::size_t>(operand)])) +
                       subscript(gradient.output, gradient.output_place, with_heads) + " = " + (sums(gradient) ? "Σ " : "");
    for (const FactorRule& factor : gradient.terms[0].factors) {
        const std::string& symbol = symbols.of(std::string(operand_path(info, factor.operand)));
        text += (factor.operand == output_gradient ? gradient_symbol(symbol) : " · " + symbol) +
                subscript(factor.cell, factor.place, with_heads);
    }
    return gradient.scale == 1 ? text : text + fmt::format(" · {:.4g}", gradient.scale);
}

}  // namespace vitrine
