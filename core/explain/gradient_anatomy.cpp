#include "core/explain/gradient_anatomy.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/ops/softmax.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

const TensorInfo& info_at(const Trace& trace, int slot) { return trace.outline->tensors[static_cast<std::size_t>(slot)]; }

/// Finds a tensor in either trace.
TensorView find_in(const Trace& tensors, const Trace& parameters, const std::string& path) {
    const TensorView recorded = tensors.find(path);
    return recorded.present() ? recorded : parameters.find(path);
}

/// Gives every term the scale of its use as a factor.
void multiply_by_scale(double scale, ExplanationTerm& term) {
    if (scale == 1) return;
    term.factors.push_back({.path = {}, .index = {}, .value = scale, .made = "scale"});
    term.value *= scale;
}

}  // namespace

GradientAnatomy::GradientAnatomy(DifferentiatedRun run)
    : run_(std::move(run)), symbols_(run_.values.outline, run_.parameters.outline), cut_(run_.interventions) {}

/// The cell that a view shows: for a cell of Kᵀ, that of K. Nothing if this is not a view.
std::optional<CellFactor> GradientAnatomy::shown_cell(const std::string& path, const Index& index) const {
    const TensorInfo* info = run_.values.outline->find(path);
    if (!info || !info->is_view) return std::nullopt;
    const BoundDependence view(*info->dependence, find(path).layout, {find_value(info->operands[0])});
    const Index shown = view.evaluate(index).terms[0].factors[0].cell;
    return CellFactor{.path = info->operands[0], .index = shown, .value = find(info->operands[0]).at(shown), .gradient = true};
}

TensorView GradientAnatomy::find(const std::string& path) const { return find_in(run_.gradients, run_.parameter_gradients, path); }

TensorView GradientAnatomy::find_value(const std::string& path) const { return find_in(run_.values, run_.parameters, path); }

void GradientAnatomy::check(const std::string& path, const Index& index) const {
    const TensorView gradient = find(path);
    if (!gradient.present()) {
        if (find_value(path).present()) throw Error(fmt::format("{} has no gradient", in_quotes(path)));
        throw Error(fmt::format("{}: there is no such tensor or parameter in this run", in_quotes(path)));
    }
    if (gradient.layout.contains(index)) return;
    throw Error(fmt::format("{} is {}: the cell lies outside", in_quotes(path), shape_text(gradient.layout)));
}

/// The values of a tensor as they were computed: of a softmax, before any of its numbers was set by hand.
TensorView GradientAnatomy::computed(const TensorInfo& info) const {
    const TensorView recorded = run_.values.find(info.path);
    if (info.dependence->kind != DependenceKind::softmax || !cut_.has_constants(info.path)) return recorded;
    const auto [place, is_new] = computed_.try_emplace(info.path, Tensor{Axis::batch, Axis::head, Axis::query, Axis::key});
    if (is_new) {
        const TensorView x = find_value(info.operands[0]);
        const auto& [sentences, heads, queries, keys] = x.layout.shape;
        Tensor copy{Axis::batch, Axis::head, Axis::query, Axis::key};
        copy.resize({sentences, heads, queries, keys});
        for (Size i = 0; i < copy.count(); ++i) copy.data()[i] = static_cast<Scalar>(x.at(index_of(copy.layout(), i)));
        place->second.resize_like(copy);
        softmax_forward(copy, place->second);
    }
    return view(place->second);
}

CellFactor GradientAnatomy::factor_of(const TensorInfo& info, const OperandCell& cell) const {
    if (!cell.rule) return {.path = {}, .index = {}, .value = cell.value};
    // The output's cell now holds a number that was set by hand.
    if (cell.operand == output_value && cut_.is_constant(info.path, cell.cell))
        return {.path = {}, .index = {}, .value = cell.value, .made = "the number before it was set by hand"};
    return {.path = operand_path(info, cell.operand),
            .index = cell.cell,
            .value = cell.value,
            .gradient = cell.operand == output_gradient,
            .made = cell.rule->label};
}

/// Whether a term contains the gradient of a number that was set by hand, which is not passed on.
bool GradientAnatomy::is_cut(const TensorInfo& info, const EvaluatedTerm& term) const {
    return cut_.has_constants(info.path) && std::ranges::any_of(term.factors, [&](const OperandCell& factor) {
               return factor.rule && factor.operand == output_gradient && cut_.is_constant(info.path, factor.cell);
           });
}

/// What a use of an operand adds to its gradient; null if that is nothing.
const GradientAnatomy::BoundGradient* GradientAnatomy::bound(int slot, int operand) const {
    const auto [place, is_new] = bound_.try_emplace({slot, operand});
    std::optional<BoundGradient>& known = place->second;
    if (!is_new) return known ? &*known : nullptr;
    const TensorInfo& info = info_at(run_.values, slot);
    if (info.is_view || !info.dependence) return nullptr;
    const GradientTensors tensors{run_.gradients.find(info.path), computed(info), run_.values.find(info.further_value)};
    const bool is_last = !info.further_value.empty();  // the loss: its own gradient is part of the declaration
    if (!tensors.output_value.present() || (!tensors.output_gradient.present() && !is_last)) return nullptr;
    auto dependence = gradient_dependence(*info.dependence, operand);
    if (!dependence) return nullptr;
    std::vector<TensorView> operands;
    for (const std::string& path : info.operands) operands.push_back(find_value(path));
    dependence->formula = gradient_formula(info, operand, *dependence, symbols_);
    known.emplace(BoundGradient{std::move(*dependence), std::nullopt});
    const Layout layout = operands[static_cast<std::size_t>(operand)].layout;
    known->bound.emplace(known->dependence, layout, std::move(operands), tensors);
    return &*known;
}

void GradientAnatomy::add_use(const Reader& use, const Index& index, GradientExplanation& to) const {
    const BoundGradient* found = bound(use.slot, use.operand);
    if (!found) return;
    const TensorInfo& info = info_at(run_.values, use.slot);
    EvaluatedCell apart = found->bound->evaluate(index);
    to.cut = std::erase_if(apart.terms, [&](const EvaluatedTerm& term) { return is_cut(info, term); }) > 0 || to.cut;
    if (apart.terms.empty()) return;
    to.uses.push_back({info.path, found->dependence.formula});
    to.explanation.scale = apart.scale;
    for (const EvaluatedTerm& evaluated : apart.terms) {
        ExplanationTerm& term = to.explanation.terms.emplace_back();
        term.label = found->bound->label(evaluated);
        term.value = evaluated.value;
        term.place = evaluated.place;
        term.axis = found->bound->running_axis(evaluated.rule);
        for (const OperandCell& factor : evaluated.factors) {
            term.factors.push_back(factor_of(info, factor));
            if (!factor.rule) term.factors.back().made = evaluated.constant;
        }
    }
}

GradientExplanation GradientAnatomy::explain(const std::string& path, const Index& index) const {
    check(path, index);
    GradientExplanation found;
    Explanation& explanation = found.explanation;
    explanation = {.path = path, .index = index, .value = find(path).at(index), .kind = DependenceKind::sum};
    explanation.result = explanation.value;
    if (const auto shown = shown_cell(path, index)) {
        explanation.kind = DependenceKind::copy;
        explanation.terms.push_back({.label = symbols_.of(std::string(shown->path)), .value = shown->value, .factors = {*shown}});
        return found;
    }
    const auto readers = run_.values.outline->readers.find(path);
    if (readers == run_.values.outline->readers.end()) return found;
    std::vector<double> scales;
    for (const Reader& use : readers->second) {
        explanation.scale = 1;
        add_use(use, index, found);
        scales.resize(explanation.terms.size(), explanation.scale);
    }
    const bool is_single = found.uses.size() == 1;
    double sum = 0;
    for (std::size_t i = 0; i < explanation.terms.size(); ++i) {
        if (!is_single) multiply_by_scale(scales[i], explanation.terms[i]);
        sum += explanation.terms[i].value;
    }
    explanation.scale = is_single ? scales.back() : 1;
    explanation.formula = is_single ? found.uses[0].formula : fmt::format("the sum of what {} uses add", found.uses.size());
    if (!explanation.terms.empty()) explanation.result = explanation.scale * sum;
    return found;
}

std::vector<CellUse> GradientAnatomy::goes_to(const std::string& path, const Index& index) const {
    check(path, index);
    if (const auto shown = shown_cell(path, index)) return goes_to(std::string(shown->path), shown->index);
    std::vector<CellUse> cells;
    const auto slot = run_.values.outline->slots.find(path);
    if (slot == run_.values.outline->slots.end()) return cells;  // a parameter, which is not computed from anything
    if (cut_.is_constant(path, index)) return cells;
    const TensorInfo& info = info_at(run_.values, slot->second);
    for (std::size_t operand = 0; operand < info.operands.size(); ++operand) {
        const BoundGradient* made = bound(slot->second, static_cast<int>(operand));
        if (!made || !find(info.operands[operand]).present()) continue;
        const std::vector<CellBox> boxes = made->bound->uses(output_gradient, index);
        for (const CellBox& box : boxes) {
            // A softmax uses the cell itself and its whole row.
            const bool is_part = std::ranges::any_of(
                boxes, [&](const CellBox& other) { return other != box && other.contains(box.first) && other.contains(box.last); });
            if (!is_part) cells.push_back({info.operands[operand], box});
        }
    }
    return cells;
}

}  // namespace vitrine
