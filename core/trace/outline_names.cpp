#include "core/trace/outline_names.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace vitrine {

namespace {

using Parts = std::vector<const ParameterName*>;

/// Calls visit(rule) for all factors of a declaration that are cells of this operand.
template <class Visit>
void for_each_factor(Dependence& dependence, int operand, Visit&& visit) {
    const auto in_terms = [&](std::vector<TermRule>& terms) {
        for (TermRule& term : terms) {
            for (FactorRule& factor : term.factors)
                if (factor.operand == operand) visit(factor);
        }
    };
    in_terms(dependence.terms);
    for (OperandGradient& gradient : dependence.gradients) in_terms(gradient.terms);
}

/// The part that has the first row that the declaration reads.
const ParameterName& part_read(Dependence& dependence, int operand, const Parts& parts) {
    Size first = 0;
    for_each_factor(dependence, operand, [&](const FactorRule& factor) { first = factor.first; });
    const auto found = std::ranges::find_if(parts, [&](const ParameterName* part) {
        return part->rows < 0 || (part->first <= first && first < part->first + part->rows);
    });
    return **found;
}

void read_there(Dependence& dependence, int operand, const ParameterName& part) {
    for_each_factor(dependence, operand, [&](FactorRule& factor) {
        factor.first -= part.first;
        if (!part.transposed) return;
        std::ranges::reverse(factor.cell);  // of a matrix, whose axes have one letter each
        factor.first_axis = 1;
    });
}

}  // namespace

void name_parameters(const ParameterNames& names, Outline& outline) {
    std::unordered_map<std::string, Parts> parts;
    for (const ParameterName& name : names) parts[name.parameter].push_back(&name);
    for (TensorInfo& info : outline.tensors) {
        for (std::size_t i = 0; i < info.operands.size() && info.dependence; ++i) {
            const auto found = parts.find(info.operands[i]);
            if (found == parts.end()) continue;
            const ParameterName& part = part_read(*info.dependence, static_cast<int>(i), found->second);
            read_there(*info.dependence, static_cast<int>(i), part);
            info.operands[i] = part.name;
        }
    }
    for (Step& step : outline.steps) {
        for (const std::string& ours : std::exchange(step.parameters, {})) {
            const auto found = parts.find(ours);
            if (found == parts.end()) step.parameters.push_back(ours);
            if (found == parts.end()) continue;
            for (const ParameterName* part : found->second) step.parameters.push_back(part->name);
        }
    }
}

}  // namespace vitrine
