/// Mistakes of an attention, as operations that compute something else.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/cause/sites.h"
#include "core/cause/variants.h"
#include "core/ops/linear.h"
#include "core/pass/blocks.h"

namespace vitrine {

namespace {

/// Calls use(index) for every cell, either of one head only or of all. A head that the tensor does not have has no cells.
void for_cells(const Layout& layout, Size head, auto use) {
    const Size first = std::max<Size>(0, head), end = head < 0 ? layout.shape[1] : std::min(layout.shape[1], head + 1);
    Index index{};
    for (index[0] = 0; index[0] < layout.shape[0]; ++index[0]) {
        for (index[1] = first; index[1] < end; ++index[1]) {
            for (index[2] = 0; index[2] < layout.shape[2]; ++index[2]) {
                for (index[3] = 0; index[3] < layout.shape[3]; ++index[3]) use(std::as_const(index));
            }
        }
    }
}

enum class Third { query, key, value };

/// Q, K or V, before anything is done to them.
Tensor projected(const AttentionSite& at, Third which) {
    const Size width = at.description.head_width, queries = at.description.query_rows(), keys = at.description.key_rows();
    const Size first = which == Third::query ? 0 : which == Third::key ? queries : queries + keys;
    const Size count = which == Third::query ? queries : keys;
    const Tensor& x = which == Third::query ? at.queries : which == Third::key ? at.keys : at.values;
    Tensor rows{Axis::batch, Axis::head, Axis::position, Axis::feature};
    rows.resize({x.size(0), count / width, x.size(1), width}, Order::heads_together);
    linear_forward(x, {at.parameters.in_proj_weight, at.parameters.in_proj_bias, first, count}, rows);
    return rows;
}

/// Lets a head, or all, of a tensor have another one's numbers, if both have the same shape.
Replacement taken_from(const AttentionSite& at, Third other, Size head) {
    return [at, other, head](Tensor& result) {
        const Tensor from = projected(at, other);
        if (from.layout().shape != result.layout().shape) return;
        for_cells(result.layout(), head, [&](const Index& cell) { result.at(cell) = from.at(cell); });
    };
}

/// B L D read as if it were B H L d.
void split_without_transposition(Tensor& heads) {
    const Tensor right = heads;
    const Size count = heads.size(1), length = heads.size(2), width = heads.size(3);
    for_cells(heads.layout(), -1, [&](const Index& at) {
        const Size flat = (at[1] * length + at[2]) * width + at[3], feature = flat % (count * width);
        heads.at(at) = right.at({at[0], feature / width, flat / (count * width), feature % width});
    });
}

void replace_projections(const AttentionSite& at, const MistakesMade& made, Replacements& to) {
    AttentionActivations& a = at.a;
    if (const Mistake* wrong = made.find(CauseKind::key_value_swapped, at.where)) {
        replace(a.key, taken_from(at, Third::value, wrong->head), to);
        replace(a.value, taken_from(at, Third::key, wrong->head), to);
    }
    if (const Mistake* wrong = made.find(CauseKind::query_key_swapped, at.where)) {
        replace(a.query, taken_from(at, Third::key, wrong->head), to);
        replace(a.key, taken_from(at, Third::query, wrong->head), to);
    }
    if (const Mistake* wrong = made.find(CauseKind::heads_split_wrong, at.where)) {
        const auto form = static_cast<SplitForm>(wrong->variant);
        if (form == SplitForm::all || form == SplitForm::query) replace(a.query, split_without_transposition, to);
        if (form == SplitForm::all || form == SplitForm::key) replace(a.key, split_without_transposition, to);
        if (form == SplitForm::all || form == SplitForm::value) replace(a.value, split_without_transposition, to);
    }
}

void replace_scores(const AttentionSite& at, const MistakesMade& made, Replacements& to) {
    const double width = at.description.scaled_width(), model = static_cast<double>(at.parameters.in_proj_weight.size(1));
    const auto multiply = [&](CauseKind kind, double factor) {
        const Mistake* wrong = made.find(kind, at.where);
        if (!wrong) return;
        const auto multiplied = [head = wrong->head, factor](Tensor& scores) {
            for_cells(scores.layout(), head, [&](const Index& cell) { scores.at(cell) *= static_cast<Scalar>(factor); });
        };
        replace(at.a.scores, multiplied, to);
    };
    multiply(CauseKind::scores_not_divided, std::sqrt(width));
    multiply(CauseKind::divided_by_sqrt_d_model, std::sqrt(width / model));
    multiply(CauseKind::divided_by_width, 1 / std::sqrt(width));
}

/// The mistakes that change what is hidden, or by which number.
struct Hiding {
    const Mistake* mask;    ///< null: the mask is ours
    const Mistake* scaled;  ///< null: hidden scores have the model's number
    bool lacks_padding;     ///< besides the mistake in the mask

    bool is_wrong_in(const Mistake* mistake, Size head) const { return mistake && (mistake->head < 0 || mistake->head == head); }
};

Hiding hiding_of(const AttentionSite& at, const MistakesMade& made) {
    const Mistake* before = made.find(CauseKind::mask_before_scaling, at.where);
    return {find_mask_mistake(made, at.where), before ? before : made.find(CauseKind::mask_scaled, at.where),
            made.has(CauseKind::no_padding_mask, at.where)};
}

/// The scores as a mistaken mask leaves them.
void hide(const AttentionSite& at, const Hiding& hiding, Tensor& masked) {
    MaskTensor altered = at.a.mask;
    MaskOptions options = at.description.mask;
    if (hiding.lacks_padding) options.pad = no_token;
    if (hiding.mask) make_altered_mask(*hiding.mask, at, options, altered);
    const Tensor& scores = scores_to_mask(at.a);
    const auto hidden = static_cast<double>(at.description.mask_value);
    const double root = std::sqrt(at.description.scaled_width());
    for_cells(scores.layout(), -1, [&](const Index& cell) {
        const MaskTensor& mask = hiding.is_wrong_in(hiding.mask, cell[1]) ? altered : at.a.mask;
        const bool scales = hiding.is_wrong_in(hiding.scaled, cell[1]);
        const bool adds = scales && static_cast<ScaledMaskForm>(hiding.scaled->variant) == ScaledMaskForm::added;
        const Scalar score = scores.at(cell);
        const Scalar there = static_cast<Scalar>(scales ? hidden / root : hidden) + (adds ? score : Scalar(0));
        masked.at(cell) = mask.at({cell[0], 0, cell[2], cell[3]}) ? score : there;
    });
}

/// The number that other programs use to hide instead of −∞.
constexpr double hiding_number = -1e9;

/// Softmax over any axis of x, in which numbers below `least` are raised to it; NaN where everything is −∞, as in PyTorch.
void softmax_over(int axis, const Tensor& x, double least, Size head, Tensor& output) {
    const auto along = static_cast<std::size_t>(axis);
    const auto number = [&](const Index& at) { return std::max(static_cast<double>(x.at(at)), least); };
    for_cells(x.layout(), head, [&](const Index& at) {
        double largest = -std::numeric_limits<double>::infinity(), sum = 0;
        Index other = at;
        for (other[along] = 0; other[along] < x.size(axis); ++other[along]) largest = std::max(largest, number(other));
        for (other[along] = 0; other[along] < x.size(axis); ++other[along]) sum += std::exp(number(other) - largest);
        output.at(at) = static_cast<Scalar>(std::exp(number(at) - largest) / sum);
    });
}

/// Our softmax turns a row of −∞ into zeros. With our mask, only rows of padding are like that, so it does not matter. With
/// another mask it does: then the softmax behaves like that of the other program.
void replace_weights(const AttentionSite& at, const MistakesMade& made, HiddenRows hidden_rows, Replacements& to) {
    AttentionActivations& a = at.a;
    const double least = hidden_rows == HiddenRows::numbers ? hiding_number : -std::numeric_limits<double>::infinity();
    const Hiding hiding = hiding_of(at, made);
    if (hiding.mask || hiding.scaled)
        replace(
            a.masked_scores, [at, hiding](Tensor& masked) { hide(at, hiding, masked); }, to);
    if (hiding.mask)
        replace(
            a.weights, [&a, least](Tensor& weights) { softmax_over(3, a.masked_scores, least, -1, weights); }, to);
    if (const Mistake* wrong = made.find(CauseKind::softmax_wrong_axis, at.where)) {
        constexpr int axes[] = {2, 1, 0};
        const auto over = [&a, least, axis = axes[wrong->variant], head = wrong->head](Tensor& weights) {
            softmax_over(axis, a.masked_scores, least, head, weights);
        };
        replace(a.weights, over, to);
    }
    if (const Mistake* wrong = made.find(CauseKind::mask_after_softmax, at.where)) {
        const auto masked = [&a, least, head = wrong->head](Tensor& weights) {
            softmax_over(3, scores_to_mask(a), least, head, weights);
            for_cells(weights.layout(), head, [&](const Index& cell) {
                if (!a.mask.at({cell[0], 0, cell[2], cell[3]})) weights.at(cell) = 0;
            });
        };
        replace(a.weights, masked, to);
    }
}

/// B H L d read as B L D without transposing: the result of .reshape() if the .transpose() before it is forgotten.
void merge_without_transposition(const Tensor& context, Tensor& merged) {
    const Layout rows = row_major(context.layout());
    for (Size i = 0; i < merged.count(); ++i) merged.data()[i] = context.at(index_of(rows, i));
}

/// The numbers of one feature in all heads side by side.
void merge_interleaved(const Tensor& context, Tensor& merged) {
    const Size heads = context.size(1);
    for_cells(context.layout(), -1, [&](const Index& at) { merged.at({at[0], at[2], at[3] * heads + at[1]}) = context.at(at); });
}

Tensor transposed_copy(const Tensor& square) {
    Tensor turned = square;
    for (Size i = 0; i < square.size(0); ++i) {
        for (Size j = 0; j < square.size(1); ++j) turned.at({i, j}) = square.at({j, i});
    }
    return turned;
}

void replace_output(const AttentionSite& at, const MistakesMade& made, Replacements& to) {
    AttentionActivations& a = at.a;
    if (const Mistake* wrong = made.find(CauseKind::heads_merged_wrong, at.where)) {
        const bool transposed = static_cast<MergeForm>(wrong->variant) != MergeForm::not_transposed;
        const auto merge = transposed ? merge_interleaved : merge_without_transposition;
        replace(
            a.merged, [&a, merge](Tensor& merged) { merge(a.context, merged); }, to);
    }
    const LinearParameters& of_heads = at.parameters.out_proj;
    if (made.has(CauseKind::output_projection_missing, at.where)) {
        replace(
            a.output, [&a](Tensor& output) { output = a.merged; }, to);
    } else if (made.has(CauseKind::output_projection_transposed, at.where)) {
        const auto multiply = [&a, &of_heads](Tensor& output) {
            linear_forward(a.merged, {transposed_copy(of_heads.weight), of_heads.bias}, output);
        };
        replace(a.output, multiply, to);
    }
}

}  // namespace

void replace_in_attention(const AttentionSite& at, const MistakesMade& made, HiddenRows hidden_rows, Replacements& to) {
    replace_projections(at, made, to);
    replace_scores(at, made, to);
    replace_weights(at, made, hidden_rows, to);
    replace_output(at, made, to);
}

}  // namespace vitrine
