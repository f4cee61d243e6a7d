#include "core/explain/bound_dependence.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vitrine {

bool CellBox::contains(const Index& cell) const {
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (cell[i] < first[i] || cell[i] > last[i]) return false;
    }
    return true;
}

namespace {

/// The ids are [batch, position].
constexpr std::string_view cell_of_ids = "bl";

/// The letters of a declared cell without brackets and signs.
std::string letters_in(std::string_view text) {
    std::string letters;
    std::ranges::copy_if(text, std::back_inserter(letters), [](char c) { return c >= 'a' && c <= 'z'; });
    return letters;
}

}  // namespace

BoundDependence::BoundDependence(const Dependence& dependence, const Layout& output, std::vector<TensorView> operands)
    : BoundDependence(dependence, output, std::move(operands), {}) {}

BoundDependence::BoundDependence(const Dependence& dependence, const Layout& output, std::vector<TensorView> operands,
                                 const GradientTensors& gradient)
    : dependence_(dependence),
      operands_(std::move(operands)),
      gradient_(gradient),
      output_(dependence.output, dependence.output_place),
      ids_(cell_of_ids) {
    for (const auto& [letter, size] : dependence.sizes) sizes_[letter] = size;
    // Of a table of positions, only as many rows are used as the output has.
    const bool is_gradient = gradient.output_gradient.present();
    if (!is_gradient) output_.find_sizes(output, sizes_);
    for (const TermRule& rule : dependence.terms) {
        Term& term = terms_.emplace_back();
        for (const FactorRule& factor : rule.factors) {
            term.factors.emplace_back(factor.cell, factor.place, &dependence.partner_of);
            term.factors.back().find_sizes(tensor(factor.operand).layout, sizes_);
            for (const char letter : letters_in(factor.cell)) {
                if (dependence.output.find(letter) == std::string::npos && !std::ranges::count(term.running, letter))
                    term.running.push_back(letter);
            }
        }
    }
    if (is_gradient) output_.find_sizes(output, sizes_);
}

const TensorView& BoundDependence::tensor(int operand) const {
    switch (operand) {
        case output_gradient:
            return gradient_.output_gradient;
        case output_value:
            return gradient_.output_value;
        case further_value:
            return gradient_.further_value;
        default:
            return operands_[static_cast<std::size_t>(operand)];
    }
}

/// The factor: the operand's cell, or a number computed from it.
double BoundDependence::value_of(const FactorRule& rule, const Index& output, const Index& cell, const Places& places) const {
    double value = tensor(rule.operand).at(cell);
    if (rule.less >= 0) value -= tensor(rule.less).at(CellLetters(rule.less_cell).cell(places, sizes_, 0));
    return rule.function ? rule.function(output, value) : value;
}

/// Whether these places select this cell. In the gradient of a table, that means the row that the ids select.
bool BoundDependence::is_of_cell(const Index& cell, const Places& places) const {
    return !output_.has_id() || output_.cell(places, sizes_, id_at(places)) == cell;
}

/// The row that "@" stands for: the id of a token, or the row that row_of computes from the cell of the output, which in a
/// gradient is the cell of ∂output.
Size BoundDependence::id_at(const Places& places) const {
    if (!dependence_.row_of) return static_cast<Size>(operands_[0].at(ids_.cell(places, sizes_, 0)));
    const bool of_gradient = output_.has_id();
    return dependence_.row_of((of_gradient ? terms_.front().factors.front() : output_).cell(places, sizes_, 0));
}

EvaluatedTerm BoundDependence::find(const Index& cell, std::size_t rule, const Places& places) const {
    const TermRule& declared = dependence_.terms[rule];
    const Term& term = terms_[rule];
    EvaluatedTerm found;
    found.rule = static_cast<int>(rule);
    for (const char letter : term.running) found.place = std::max<Size>(found.place, 0) * sizes_[letter] + places[letter];
    found.factors.reserve(term.factors.size() + (declared.constant ? 1 : 0));
    for (std::size_t i = 0; i < term.factors.size(); ++i) {
        const FactorRule& factor = declared.factors[i];
        const Size id = term.factors[i].has_id() ? id_at(places) : 0;
        if (id < 0) {  // no token stands here, and no row of the table is read
            found.factors.push_back({.value = 0});
            found.value = 0;
            continue;
        }
        const Index at = term.factors[i].cell(places, sizes_, id);
        found.factors.push_back({factor.operand, at, value_of(factor, cell, at, places), &factor});
        found.value *= found.factors.back().value;
    }
    if (!declared.constant) return found;
    const Constant constant = declared.constant(cell, found.value);
    found.constant = constant.label;
    found.factors.push_back({.value = constant.value});
    found.value *= constant.value;
    return found;
}

Size BoundDependence::place_count(const Term& term) const {
    Size count = 1;
    for (const char letter : term.running) count *= sizes_[letter];
    return count;
}

/// Calls visit(places) for all combinations of the letters that a term runs over, the last letter fastest.
template <class Visit>
void BoundDependence::for_each_place(const Term& term, Places places, Visit&& visit) const {
    const Size count = place_count(term);
    for (Size i = 0; i < count; ++i) {
        Size rest = i;
        for (auto letter = term.running.rbegin(); letter != term.running.rend(); ++letter) {
            places[*letter] = rest % sizes_[*letter];
            rest /= sizes_[*letter];
        }
        visit(places);
    }
}

EvaluatedCell BoundDependence::evaluate(const Index& cell) const {
    EvaluatedCell apart;
    const auto places = output_.places(cell, sizes_);
    if (!places) return apart;  // a cell of another part of the stacked weights
    TermValues values{.cell = cell, .terms = {}};
    double sum = 0;
    for (std::size_t rule = 0; rule < terms_.size(); ++rule) {
        auto& of_rule = values.terms.emplace_back();
        const auto count = static_cast<std::size_t>(place_count(terms_[rule]));
        of_rule.reserve(count);
        apart.terms.reserve(apart.terms.size() + count);
        for_each_place(terms_[rule], *places, [&](const Places& at) {
            if (!is_of_cell(cell, at)) return;
            apart.terms.push_back(find(cell, rule, at));
            of_rule.push_back(apart.terms.back().value);
            sum += of_rule.back();
        });
    }
    apart.scale = dependence_.scale_of ? dependence_.scale_of(operands_) : dependence_.scale;
    apart.result = dependence_.result ? dependence_.result(values) : apart.scale * sum;
    if (dependence_.intermediate_values) apart.intermediate_values = dependence_.intermediate_values(values);
    if (apart.terms.size() > 1 && apart.scale != 1) apart.intermediate_values.push_back({"sum", sum});
    return apart;
}

std::string BoundDependence::place_text(const EvaluatedTerm& term) const {
    const auto& running = terms_[static_cast<std::size_t>(term.rule)].running;
    std::string text;
    Size rest = term.place;
    for (auto letter = running.rbegin(); letter != running.rend(); ++letter) {
        text = fmt::format("{}={}{}{}", *letter, rest % sizes_[*letter], text.empty() ? "" : " ", text);
        rest /= sizes_[*letter];
    }
    return text;
}

std::string BoundDependence::label(const EvaluatedTerm& term) const {
    if (term.place >= 0) return place_text(term);
    const TermRule& rule = dependence_.terms[static_cast<std::size_t>(term.rule)];
    if (term.constant.empty()) return rule.label;
    return rule.factors.empty() || rule.label.empty() ? term.constant : rule.label + " · " + term.constant;
}

int BoundDependence::running_axis(int rule) const {
    const Term& term = terms_[static_cast<std::size_t>(rule)];
    if (term.running.empty()) return -1;
    const auto& axes = term.factors.front().axes;
    return static_cast<int>(std::ranges::find(axes, term.running.back(), &AxisLetters::first) - axes.begin());
}

/// The letters of the output whose places are not known.
std::vector<char> BoundDependence::unknown_letters(const Places& places) const {
    std::vector<char> unknown;
    for (const char letter : letters_in(dependence_.output)) {
        if (places[letter] < 0) unknown.push_back(letter);
    }
    return unknown;
}

CellBox BoundDependence::box(const Places& places) const {
    Places low = places, high = places;
    for (const char letter : unknown_letters(places)) {
        low[letter] = 0;
        high[letter] = sizes_[letter] - 1;
    }
    const Size id = output_.has_id() ? id_at(places) : 0;
    return {output_.cell(low, sizes_, id), output_.cell(high, sizes_, id)};
}

/// All places of letters that select an operand's cell. A row selected by ids is used wherever its id occurs.
std::vector<Places> BoundDependence::places_of(const CellLetters& factor, const Index& cell) const {
    const auto direct = factor.places(cell, sizes_);
    if (!direct) return {};
    if (!factor.has_id()) return {*direct};
    const auto axis = static_cast<std::size_t>(std::ranges::find(factor.axes, '@', &AxisLetters::first) - factor.axes.begin());
    std::vector<Places> all;
    if (dependence_.row_of) {
        const Term over{.factors = {}, .running = unknown_letters(*direct)};
        for_each_place(over, *direct, [&](const Places& places) {
            if (id_at(places) == cell[axis]) all.push_back(places);
        });
        return all;
    }
    const TensorView& ids = operands_[0];
    for (Size i = 0; i < ids.layout.count(); ++i) {
        const Index at = index_of(ids.layout, i);
        if (static_cast<Size>(ids.at(at)) != cell[axis]) continue;
        if (const auto places = ids_.places(at, sizes_, *direct)) all.push_back(*places);
    }
    return all;
}

std::vector<CellBox> BoundDependence::uses(int operand, const Index& cell) const {
    std::vector<CellBox> boxes;
    for (std::size_t rule = 0; rule < terms_.size(); ++rule) {
        for (std::size_t i = 0; i < terms_[rule].factors.size(); ++i) {
            if (dependence_.terms[rule].factors[i].operand != operand) continue;
            for (const Places& places : places_of(terms_[rule].factors[i], cell)) {
                if (output_.has_id() && id_at(places) < 0) continue;  // no token stands there
                const CellBox found = box(places);
                if (!std::ranges::count(boxes, found)) boxes.push_back(found);
            }
        }
    }
    return boxes;
}

}  // namespace vitrine
