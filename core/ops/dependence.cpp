#include "core/ops/dependence.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vitrine {

std::string_view name(DependenceKind kind) {
    switch (kind) {
        case DependenceKind::sum:
            return "sum";
        case DependenceKind::copy:
            return "copy";
        case DependenceKind::select:
            return "select";
        case DependenceKind::softmax:
            return "softmax";
        case DependenceKind::function:
            return "function";
        default:
            return "norm";
    }
}

std::string place_text(char slower, char faster, const AxisPlace& place) {
    const std::string first = place.first > 0 ? fmt::format("{}+", place.first) : "";
    return fmt::format("{}{}·{}+{}", first, slower, place.stride > 0 ? std::to_string(place.stride) : "d", faster);
}

Dependence copy_dependence(const std::string& cell, std::string formula, std::string label) {
    return {.kind = DependenceKind::copy,
            .output = cell,
            .formula = std::move(formula),
            .terms = {{.label = std::move(label), .factors = {{0, cell}}}}};
}

namespace {

/// The terms that a factor of a term gives: its derivative is the product of the other factors.
TermRule derivative(const Dependence& dependence, const TermRule& term, std::size_t factor) {
    TermRule made{.factors = {{output_gradient, dependence.output}}};
    for (std::size_t other = 0; other < term.factors.size(); ++other) {
        if (other != factor) made.factors.push_back(term.factors[other]);
    }
    return made;
}

}  // namespace

std::optional<Dependence> gradient_dependence(const Dependence& dependence, int operand) {
    const auto declared = std::ranges::find(dependence.gradients, operand, &OperandGradient::operand);
    if (declared != dependence.gradients.end()) {
        return Dependence{.kind = DependenceKind::sum,
                          .output = declared->output,
                          .formula = declared->formula,
                          .terms = declared->terms,
                          .scale_of = declared->scale_of,
                          .partner_of = dependence.partner_of,
                          .sizes = dependence.sizes,
                          .row_of = dependence.row_of};
    }
    const bool follows = dependence.kind == DependenceKind::sum || dependence.kind == DependenceKind::copy;
    Dependence made{.kind = DependenceKind::sum,
                    .scale = dependence.scale,
                    .scale_of = dependence.scale_of,
                    .partner_of = dependence.partner_of,
                    .sizes = dependence.sizes,
                    .row_of = dependence.row_of};
    for (const TermRule& term : dependence.terms) {
        for (std::size_t factor = 0; factor < term.factors.size(); ++factor) {
            if (!follows || term.constant || term.factors[factor].operand != operand) continue;
            made.output = term.factors[factor].cell, made.output_place = term.factors[factor].place;
            made.terms.push_back(derivative(dependence, term, factor));
        }
    }
    return made.terms.empty() ? std::nullopt : std::optional(std::move(made));
}

}  // namespace vitrine
