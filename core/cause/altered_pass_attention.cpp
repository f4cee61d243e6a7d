#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/cause/altered_mask.h"
#include "core/cause/altered_pass.h"
#include "core/cause/variants.h"
#include "core/ops/attention.h"
#include "core/ops/softmax.h"

namespace vitrine {

namespace {

/// Calls use(index) for every cell, either of one head only or of all.
void for_cells(const Layout& layout, Size head, auto use) {
    Index index{};
    for (index[0] = 0; index[0] < layout.shape[0]; ++index[0]) {
        for (index[1] = std::max<Size>(0, head); index[1] < (head < 0 ? layout.shape[1] : head + 1); ++index[1]) {
            for (index[2] = 0; index[2] < layout.shape[2]; ++index[2]) {
                for (index[3] = 0; index[3] < layout.shape[3]; ++index[3]) use(std::as_const(index));
            }
        }
    }
}

/// B H L d read as B L D without transposing: the result of .reshape() if the .transpose() before it is forgotten.
Tensor merged_without_transposition(const Tensor& context, const Tensor& like) {
    Tensor merged = like;
    const Layout rows = row_major(context.layout());
    for (Size i = 0; i < merged.count(); ++i) merged.data()[i] = context.at(index_of(rows, i));
    return merged;
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

Tensor transposed_copy(const Tensor& square) {
    Tensor turned = square;
    for (Size i = 0; i < square.size(0); ++i) {
        for (Size j = 0; j < square.size(1); ++j) turned.at({i, j}) = square.at({j, i});
    }
    return turned;
}

void multiply_cells(Tensor& tensor, Size head, double factor) {
    for_cells(tensor.layout(), head, [&](const Index& at) { tensor.at(at) *= static_cast<Scalar>(factor); });
}

void swap_cells(Tensor& a, Tensor& b, Size head) {
    if (a.layout().shape != b.layout().shape) return;
    for_cells(a.layout(), head, [&](const Index& at) { std::swap(a.at(at), b.at(at)); });
}

}  // namespace

void AlteredPass::project(const std::string& name, const AttentionSources& in, AttentionActivations& a) {
    const Size width = c_.d_model;
    const auto third = [&](const Tensor& x, Size number, Tensor& rows) {
        rows.resize({x.size(0), c_.nhead, x.size(1), c_.head_width()}, Order::heads_together);
        linear_forward(x, {in.weights.in_proj_weight, in.weights.in_proj_bias, number * width, width}, rows);
    };
    third(in.queries, 0, a.query), third(in.memory, 1, a.key), third(in.memory, 2, a.value);
    if (const Mistake* wrong = find(CauseKind::key_value_swapped, name)) swap_cells(a.key, a.value, wrong->head);
    if (const Mistake* wrong = find(CauseKind::query_key_swapped, name)) swap_cells(a.query, a.key, wrong->head);
    if (const Mistake* wrong = find(CauseKind::heads_split_wrong, name)) {
        const auto form = static_cast<SplitForm>(wrong->variant);
        if (form == SplitForm::all || form == SplitForm::query) split_without_transposition(a.query);
        if (form == SplitForm::all || form == SplitForm::key) split_without_transposition(a.key);
        if (form == SplitForm::all || form == SplitForm::value) split_without_transposition(a.value);
    }
    keep(name + ".query", a.query), keep(name + ".key", a.key), keep(name + ".value", a.value);
}

/// Fills masked_scores, with any mistake of the mask. Returns whether the mask differs from ours.
bool AlteredPass::hide(const std::string& name, const AttentionSources& in, AttentionActivations& a) const {
    a.mask.resize({in.queries.size(0), 1, in.queries.size(1), in.memory.size(1)});
    make_mask(in.key_tokens, in.queries.size(1), in.mask, a.mask);
    MaskTensor altered = a.mask;
    const Mistake* wrong_mask = find_mask_mistake(mistakes_, name);
    AttentionSources read = in;
    if (lacks_padding_mask(mistakes_, name)) read.mask.pad = no_token;
    if (wrong_mask) make_altered_mask(*wrong_mask, read, altered);
    const double hidden = c_.mask_value ? *c_.mask_value : -std::numeric_limits<double>::infinity();
    const Mistake* before = find(CauseKind::mask_before_scaling, name);
    const Mistake* scaled = before ? before : find(CauseKind::mask_scaled, name);
    const double root = std::sqrt(static_cast<double>(c_.head_width()));
    a.masked_scores.resize_like(a.scores);
    for_cells(a.scores.layout(), -1, [&](const Index& at) {
        const MaskTensor& mask = wrong_mask && (wrong_mask->head < 0 || wrong_mask->head == at[1]) ? altered : a.mask;
        const Scalar score = a.scores.at(at);
        const bool scales = scaled && (scaled->head < 0 || scaled->head == at[1]);
        const bool adds = scales && static_cast<ScaledMaskForm>(scaled->variant) == ScaledMaskForm::added;
        const Scalar there = static_cast<Scalar>(scales ? hidden / root : hidden) + (adds ? score : Scalar(0));
        a.masked_scores.at(at) = mask.at({at[0], 0, at[2], at[3]}) ? score : there;
    });
    return wrong_mask != nullptr;
}

/// Computes the scores. Returns whether the mask differs from ours.
bool AlteredPass::score(const std::string& name, const AttentionSources& in, AttentionActivations& a) {
    a.scores.resize({a.query.size(0), a.query.size(1), a.query.size(2), a.key.size(2)});
    scores_forward(a.query, a.key, a.scores);
    const auto width = static_cast<double>(c_.head_width()), heads = static_cast<double>(c_.nhead);
    if (const Mistake* wrong = find(CauseKind::scores_not_divided, name)) multiply_cells(a.scores, wrong->head, std::sqrt(width));
    if (const Mistake* wrong = find(CauseKind::divided_by_sqrt_d_model, name))
        multiply_cells(a.scores, wrong->head, 1 / std::sqrt(heads));
    if (const Mistake* wrong = find(CauseKind::divided_by_width, name)) multiply_cells(a.scores, wrong->head, 1 / std::sqrt(width));
    keep(name + ".scores", a.scores);
    const bool other_mask = hide(name, in, a);
    keep(name + ".masked_scores", a.masked_scores);
    return other_mask;
}

/// Our softmax turns a row of −∞ into zeros. With our mask, only rows of padding are like that, so it does not matter. With
/// another mask it does: then the softmax behaves like PyTorch's, or like that of programs which hide with a number such as −10⁹.
void AlteredPass::weigh(const std::string& name, bool other_mask, AttentionActivations& a) const {
    a.weights.resize_like(a.scores);
    const double least = hides_with_numbers_ ? hiding_number : -std::numeric_limits<double>::infinity();
    other_mask ? softmax_over(3, a.masked_scores, least, -1, a.weights) : softmax_forward(a.masked_scores, a.weights);
    if (const Mistake* wrong = find(CauseKind::softmax_wrong_axis, name)) {
        constexpr int axes[] = {2, 1, 0};
        softmax_over(axes[wrong->variant], a.masked_scores, least, wrong->head, a.weights);
    }
    if (const Mistake* wrong = find(CauseKind::mask_after_softmax, name)) {
        softmax_over(3, a.scores, least, wrong->head, a.weights);
        for_cells(a.weights.layout(), wrong->head, [&](const Index& at) {
            if (!a.mask.at({at[0], 0, at[2], at[3]})) a.weights.at(at) = 0;
        });
    }
}

void AlteredPass::merge(const std::string& name, const AttentionSources& in, AttentionActivations& a) {
    a.merged.resize({in.queries.size(0), in.queries.size(1), c_.d_model});
    merge_heads_forward(a.context, a.merged);
    if (const Mistake* wrong = find(CauseKind::heads_merged_wrong, name)) {
        if (static_cast<MergeForm>(wrong->variant) == MergeForm::not_transposed) {
            a.merged = merged_without_transposition(a.context, a.merged);
        } else {
            for_cells(a.context.layout(), -1, [&](const Index& at) {
                a.merged.at({at[0], at[2], at[3] * c_.nhead + at[1]}) = a.context.at(at);
            });
        }
    }
    keep(name + ".merged", a.merged);
    if (is_altered(CauseKind::output_projection_missing, name)) {
        a.output = a.merged;
        return;
    }
    a.output.resize({in.queries.size(0), in.queries.size(1), c_.d_model});
    const LinearParameters& of_heads = in.weights.out_proj;
    if (is_altered(CauseKind::output_projection_transposed, name)) {
        linear_forward(a.merged, {transposed_copy(of_heads.weight), of_heads.bias}, a.output);
    } else {
        linear_forward(a.merged, {of_heads.weight, of_heads.bias}, a.output);
    }
}

Tensor AlteredPass::attend(const std::string& name, const AttentionSources& in) {
    AttentionActivations a;
    project(name, in, a);
    const bool other_mask = score(name, in, a);
    if (ended_) return in.queries;
    weigh(name, other_mask, a);
    keep(name + ".weights", a.weights);
    keep(name + ".dropped_weights", a.weights);
    a.context.resize({in.queries.size(0), c_.nhead, in.queries.size(1), c_.head_width()}, Order::heads_together);
    context_forward(a.weights, a.value, a.context);
    keep(name + ".context", a.context);
    merge(name, in, a);
    keep(name + ".output", a.output);
    keep(name + ".dropped_output", a.output);
    return a.output;
}

}  // namespace vitrine
