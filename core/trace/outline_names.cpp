#include "core/trace/outline_names.h"

#include <algorithm>
#include <string>
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

/// The part of the parameter that holds a row; null: none does.
const ParameterName* part_with(Size row, const Parts& parts) {
    const auto found = std::ranges::find_if(
        parts, [&](const ParameterName* part) { return part->rows < 0 || (part->first <= row && row < part->first + part->rows); });
    return found == parts.end() ? nullptr : *found;
}

/// The part that holds the first row that the declaration reads.
const ParameterName& part_read(Dependence& dependence, int operand, const Parts& parts) {
    Size first = 0;
    for_each_factor(dependence, operand, [&](const FactorRule& factor) { first = factor.place.first; });
    return *part_with(first, parts);
}

/// The rows of the folder's tensor from one head to the next, where it has other rows between them; otherwise 0.
Size head_stride(const ParameterName& part, const Parts& parts) {
    if (!part.is_packed || part.rows < 0) return 0;
    const ParameterName* next = part_with(part.first + part.rows, parts);
    const bool apart = next && next->name == part.name && next->at != part.at + part.rows;
    return apart ? next->at - part.at : 0;
}

/// The letters of a matrix's axes, "(hc)" and "i" of "(hc)i". Requires: only the first axis has two letters.
std::pair<std::string, std::string> axes_of(const std::string& cell) {
    const std::size_t first = cell.starts_with('(') ? cell.find(')') + 1 : 1;
    return {cell.substr(0, first), cell.substr(first)};
}

/// How a formula writes a row: "48+h·d+c" for "(hc)" from row 48 on.
std::string row_text(const std::string& letters, const AxisPlace& place) {
    if (letters.starts_with('(')) return place_text(letters[1], letters[2], place);
    return place.first > 0 ? std::to_string(place.first) + '+' + letters : letters;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Rewrites the cells of a declaration for the tensor as it is stored: its rows count from where the part begins, and if it is
/// stored transposed they are columns.
void read_there(Dependence& dependence, int operand, const ParameterName& part, const Parts& parts) {
    for_each_factor(dependence, operand, [&](FactorRule& factor) {
        const auto [row, column] = axes_of(factor.cell);
        const std::string before = row_text(row, factor.place);
        factor.place.first += part.at - part.first;
        factor.place.stride = head_stride(part, parts);
        const std::string after = row_text(row, factor.place);
        if (column.empty()) return replace_all(dependence.formula, '[' + before + ']', '[' + after + ']');
        const std::string there = part.transposed ? column + ',' + after : after + ',' + column;
        replace_all(dependence.formula, '[' + before + ',' + column + ']', '[' + there + ']');
        if (!part.transposed) return;
        factor.cell = column + row;
        factor.place.axis = 1;
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
            read_there(*info.dependence, static_cast<int>(i), part, found->second);
            info.operands[i] = part.name;
        }
    }
    for (Step& step : outline.steps) {
        for (const std::string& ours : std::exchange(step.parameters, {})) {
            const auto found = parts.find(ours);
            if (found == parts.end()) step.parameters.push_back(ours);
            if (found == parts.end()) continue;
            for (const ParameterName* part : found->second)
                if (!std::ranges::count(step.parameters, part->name)) step.parameters.push_back(part->name);
        }
    }
}

}  // namespace vitrine
