#include "core/explain/anatomy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

std::vector<std::size_t> largest_first(const Explanation& explanation) {
    std::vector<std::size_t> order(explanation.terms.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const bool is_sum = explanation.kind == DependenceKind::sum;
    const auto weight = [&](std::size_t place) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const ExplanationTerm& term = explanation.terms[place];
        if (std::isnan(term.value) || (!is_sum && term.place < 0)) return infinity;
        return is_sum ? std::abs(term.value) : term.value;
    };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
    return order;
}

std::vector<CellUse> operand_cells(const Explanation& explanation) {
    std::vector<CellUse> operands;
    for (const ExplanationTerm& term : explanation.terms) {
        for (const CellFactor& factor : term.factors) {
            if (factor.path.empty()) continue;
            const auto known = std::ranges::find(operands, factor.path, &CellUse::path);
            if (known == operands.end()) {
                operands.push_back({std::string(factor.path), {factor.index, factor.index}});
                continue;
            }
            for (std::size_t axis = 0; axis < factor.index.size(); ++axis) {
                known->cells.first[axis] = std::min(known->cells.first[axis], factor.index[axis]);
                known->cells.last[axis] = std::max(known->cells.last[axis], factor.index[axis]);
            }
        }
    }
    return operands;
}

Anatomy::Anatomy(Trace trace, Trace parameters)
    : trace_(std::move(trace)), parameters_(std::move(parameters)), bound_(trace_.tensors.size()) {}

const BoundDependence* Anatomy::bound(int slot) const {
    const auto place = static_cast<std::size_t>(slot);
    const TensorInfo& info = trace_.outline->tensors[place];
    if (!info.dependence || !trace_.tensors[place].present()) return nullptr;
    if (!bound_[place]) {
        std::vector<TensorView> operands;
        for (const std::string& operand : info.operands) operands.push_back(find(operand));
        bound_[place].emplace(*info.dependence, trace_.tensors[place].layout, std::move(operands));
    }
    return &*bound_[place];
}

TensorView Anatomy::find(const std::string& path) const {
    const TensorView recorded = trace_.find(path);
    return recorded.present() ? recorded : parameters_.find(path);
}

void Anatomy::check(const std::string& path, const Index& index) const {
    const TensorView tensor = find(path);
    if (!tensor.present()) throw Error(fmt::format("{}: there is no such tensor or parameter in this run", in_quotes(path)));
    if (tensor.layout.contains(index)) return;
    throw Error(fmt::format("{} is {}: the cell lies outside", in_quotes(path), shape_text(tensor.layout)));
}

Explanation Anatomy::explain(const std::string& path, const Index& index) const {
    check(path, index);
    Explanation explanation{.path = path, .index = index, .value = find(path).at(index)};
    explanation.result = explanation.value;
    const auto slot = trace_.outline->slots.find(path);
    const BoundDependence* made = slot == trace_.outline->slots.end() ? nullptr : bound(slot->second);
    if (!made) return explanation;

    const TensorInfo& info = trace_.outline->tensors[static_cast<std::size_t>(slot->second)];
    const EvaluatedCell apart = made->evaluate(index);
    explanation.kind = info.dependence->kind;
    explanation.formula = info.dependence->formula;
    explanation.scale = apart.scale;
    explanation.result = apart.result;
    explanation.intermediate_values = apart.intermediate_values;
    explanation.terms.reserve(apart.terms.size());
    for (const EvaluatedTerm& found : apart.terms) {
        ExplanationTerm& term = explanation.terms.emplace_back();
        term.label = made->label(found);
        term.value = found.value;
        term.place = found.place;
        term.axis = made->running_axis(found.rule);
        term.factors.reserve(found.factors.size());
        for (const OperandCell& factor : found.factors) {
            CellFactor& cell = term.factors.emplace_back();
            cell.index = factor.cell, cell.value = factor.value;
            if (factor.operand < 0) {
                cell.made = found.constant;
            } else {
                cell.path = info.operands[static_cast<std::size_t>(factor.operand)];
            }
        }
    }
    return explanation;
}

std::vector<CellUse> Anatomy::uses(const std::string& path, const Index& index) const {
    check(path, index);
    const Outline& outline = *trace_.outline;
    const TensorInfo* info = outline.find(path);
    if (info && info->is_view) {
        const Explanation shown = explain(path, index);
        if (shown.terms.empty()) return {};  // the difference of two runs, whose cells are neither read nor made by an operation
        const CellFactor& cell = shown.terms[0].factors[0];
        return uses(std::string(cell.path), cell.index);
    }
    std::vector<CellUse> uses;
    const auto readers = outline.readers.find(path);
    if (readers == outline.readers.end()) return uses;
    for (const auto& [slot, operand] : readers->second) {
        const BoundDependence* made = bound(slot);
        if (!made) continue;
        for (const CellBox& cells : made->uses(operand, index)) {
            uses.push_back({outline.tensors[static_cast<std::size_t>(slot)].path, cells});
        }
    }
    return uses;
}

}  // namespace vitrine
