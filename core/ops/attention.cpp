#include "core/ops/attention.h"

#include <cmath>

#include "core/tensor/eigen.h"
#include "core/tensor/parallel.h"
#include "core/tensor/product.h"

namespace vitrine {

namespace {

/// 1/√d keeps the variance of a score at 1 where Q's and K's numbers have variance 1 (section 3.2.1, footnote 4).
Scalar scale_of(const Tensor& query, ScoreDivisor divisor) {
    return divisor == ScoreDivisor::none ? Scalar(1) : 1 / std::sqrt(Scalar(query.size(3)));
}

/// Calls body(sentence, head) for all of them. `depth`: the number of summed products per number of `grid`, which holds scores or
/// weights.
template <class Body>
void for_each_head(const Tensor& grid, Size depth, Body&& body) {
    const Size heads = grid.size(1);
    parallel_for(grid.size(0) * heads, grid.count() * depth, [&](Size i) { body(i / heads, i % heads); });
}

}  // namespace

void scores_forward(const Tensor& query, const Tensor& key, Tensor& scores, ScoreDivisor divisor) {
    const ProductOptions scaled{.factor = scale_of(query, divisor)};
    for_each_head(scores, query.size(3), [&](Size b, Size h) {
        multiply_transposed(head_of(query, b, h), head_of(key, b, h), head_of(scores, b, h), scaled);
    });
}

void scores_backward(const Tensor& query, const Tensor& key, const Tensor& d_scores, ScoresGradients d) {
    // scores = Q·Kᵀ / √d
    const ProductOptions scaled{.factor = scale_of(query, d.divisor)};
    for_each_head(d_scores, 2 * query.size(3), [&](Size b, Size h) {
        multiply(head_of(d_scores, b, h), head_of(key, b, h), head_of(d.query, b, h), scaled);
        transposed_multiply(head_of(d_scores, b, h), head_of(query, b, h), head_of(d.key, b, h), scaled);
    });
}

void context_forward(const Tensor& weights, const Tensor& value, Tensor& context) {
    for_each_head(weights, value.size(3),
                  [&](Size b, Size h) { multiply(head_of(weights, b, h), head_of(value, b, h), head_of(context, b, h)); });
}

void context_backward(const Tensor& weights, const Tensor& value, const Tensor& d_context, ContextGradients d) {
    // context = weights · V
    for_each_head(weights, 2 * value.size(3), [&](Size b, Size h) {
        multiply_transposed(head_of(d_context, b, h), head_of(value, b, h), head_of(d.weights, b, h));
        transposed_multiply(head_of(weights, b, h), head_of(d_context, b, h), head_of(d.value, b, h));
    });
}

void merge_heads_forward(const Tensor& context, Tensor& merged) { rows(merged) = rows(context); }

void merge_heads_backward(const Tensor& d_merged, Tensor& d_context) {
    // merged[b, l] = the contexts of all heads side by side
    rows(d_context) = rows(d_merged);
}

Dependence scores_dependence(Size head_width, ScoreDivisor divisor) {
    const bool divided = divisor == ScoreDivisor::root_of_width;
    return {.kind = DependenceKind::sum,
            .output = "bhqk",
            .formula = divided ? "scores[q,k] = Σ Q[q,i] · K[k,i] / √d" : "scores[q,k] = Σ Q[q,i] · K[k,i]",
            .terms = {{.label = "", .factors = {{0, "bhqi"}, {1, "bhki"}}}},
            .scale = divided ? 1 / std::sqrt(static_cast<double>(head_width)) : 1};
}

Dependence context_dependence(const std::string& weights) {
    return {.kind = DependenceKind::sum,
            .output = "bhqi",
            .formula = "context[q,i] = Σ " + weights + "[q,k] · V[k,i]",
            .terms = {{.label = "", .factors = {{0, "bhqk"}, {1, "bhki"}}}}};
}

Dependence merge_heads_dependence() {
    return {.kind = DependenceKind::copy,
            .output = "bl(hi)",
            .formula = "merged[l,h·d+i] = context[h,l,i]",
            .terms = {{.label = "context", .factors = {{0, "bhli"}}}}};
}

Dependence key_transposed_dependence() {
    return {.kind = DependenceKind::copy,
            .output = "bhik",
            .formula = "Kᵀ[i,k] = K[k,i]",
            .terms = {{.label = "K", .factors = {{0, "bhki"}}}}};
}

}  // namespace vitrine
