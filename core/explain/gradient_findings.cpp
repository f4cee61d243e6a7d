#include "core/explain/gradient_findings.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/tensor/statistics.h"

namespace vitrine {

namespace {

class Search {
public:
    Search(const Trace& values, const Trace& gradients) : values_(values), gradients_(gradients), outline_(*values.outline) {}

    std::vector<FoundGradient> run() {
        find_not_finite();
        const std::vector<StreamPlace> flow = gradient_flow(gradients_);
        for (const Side side : {Side::target, Side::source}) {
            find_flow(stack_ends(flow, side));
            for (auto step = outline_.steps.rbegin(); step != outline_.steps.rend(); ++step) {
                if (outline_.find(step->result)->side != side) continue;
                if (step->operation == Operation::activation) find_dead_units(*step);
                if (step->operation == Operation::softmax) find_saturated_rows(*step);
            }
        }
        return std::move(found_);
    }

private:
    void find_not_finite() {
        for (std::size_t i = outline_.tensors.size(); i-- > 0;) {
            const TensorView& gradient = gradients_.tensors[i];
            if (!gradient.present() || outline_.tensors[i].is_view) continue;
            const Statistics all = statistics(gradient);
            if (all.nan + all.infinite == 0) continue;
            Size cell = 0;
            while (std::isfinite(gradient.at(index_of(gradient.layout, cell)))) ++cell;
            found_.push_back({.kind = GradientFinding::not_finite,
                              .path = outline_.tensors[i].path,
                              .count = all.nan + all.infinite,
                              .of = gradient.layout.count(),
                              .example = index_of(gradient.layout, cell)});
            return;
        }
    }

    void find_flow(const std::optional<StackEnds>& ends) {
        if (!ends) return;
        const double ratio = ends->ratio();
        const bool vanishes = ratio < vanishing_ratio;
        const bool explodes = ratio > 1 / vanishing_ratio;
        if (!vanishes && !explodes) return;
        found_.push_back({.kind = vanishes ? GradientFinding::vanishing : GradientFinding::exploding,
                          .path = ends->leaves.path,
                          .arrives = ends->enters.norm,
                          .passes = ends->leaves.norm,
                          .from = ends->enters.path});
    }

    /// `arriving` and `passing`: [sentence, position, unit], ∂activation and ∂input.
    void find_dead_units(const Step& step) {
        const TensorView arriving = gradients_.find(step.result), passing = gradients_.find(step.inputs.front());
        if (!arriving.present() || !passing.present()) return;
        const auto& shape = arriving.layout.shape;
        FoundGradient found{.kind = GradientFinding::dead_units, .path = step.inputs.front()};
        for (Size unit = 0; unit < shape[2]; ++unit) {
            std::optional<Index> reached;
            bool passes = false;
            for (Size b = 0; b < shape[0] && !passes; ++b) {
                for (Size l = 0; l < shape[1] && !passes; ++l) {
                    if (!reached && arriving.at({b, l, unit}) != 0) reached = Index{b, l, unit};
                    passes = passing.at({b, l, unit}) != 0;
                }
            }
            found.of += reached.has_value();
            if (!reached || passes) continue;
            if (found.count == 0) found.example = *reached;
            ++found.count;
        }
        if (found.count) found_.push_back(found);
    }

    /// The visible part of one row of a softmax.
    struct Row {
        int visible = 0;
        double largest = 0, arrives = 0, passes = 0;
        Size heaviest = 0;
    };

    struct SoftmaxTensors {
        TensorView weights, mask, arriving, passing;
        bool masked_before = true;
    };

    static Row row_of(const SoftmaxTensors& of, Index cell) {
        Row row;
        for (cell[3] = 0; cell[3] < of.weights.layout.shape[3]; ++cell[3]) {
            if (of.masked_before && of.mask.at({cell[0], 0, cell[2], cell[3]}) == 0) continue;
            ++row.visible;
            const double weight = of.weights.at(cell);
            if (weight > row.largest) row.largest = weight, row.heaviest = cell[3];
            row.arrives = std::max(row.arrives, std::abs(of.arriving.at(cell)));
            row.passes = std::max(row.passes, std::abs(of.passing.at(cell)));
        }
        return row;
    }

    void find_saturated_rows(const Step& step) {
        const std::string& input = step.inputs.front();
        const std::string attention = step.result.substr(0, step.result.rfind('.'));
        const SoftmaxTensors of{.weights = values_.find(step.result),
                                .mask = values_.find(attention + ".mask"),
                                .arriving = gradients_.find(step.result),
                                .passing = gradients_.find(input),
                                .masked_before = input.ends_with("masked_scores")};
        if (!of.arriving.present() || !of.passing.present() || of.weights.fetched) return;
        const auto& shape = of.weights.layout.shape;
        FoundGradient found{.kind = GradientFinding::saturated_rows, .path = input};
        for (Size b = 0; b < shape[0]; ++b) {
            for (Size h = 0; h < shape[1]; ++h) {
                for (Size q = 0; q < shape[2]; ++q) {
                    const Row row = row_of(of, {b, h, q, 0});
                    if (row.visible < 2 || row.arrives == 0) continue;
                    ++found.of;
                    if (!(row.largest > saturated_weight)) continue;
                    ++found.count;
                    if (row.arrives <= found.arrives) continue;
                    found.arrives = row.arrives, found.passes = row.passes, found.largest = row.largest;
                    found.example = {b, h, q, row.heaviest};
                }
            }
        }
        if (found.count) found_.push_back(found);
    }

    const Trace &values_, &gradients_;
    const Outline& outline_;
    std::vector<FoundGradient> found_;
};

}  // namespace

std::vector<FoundGradient> gradient_findings(const Trace& values, const Trace& gradients) {
    return Search(values, gradients).run();
}

}  // namespace vitrine
