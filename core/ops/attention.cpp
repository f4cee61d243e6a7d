#include "core/ops/attention.h"

#include <cmath>

#include <fmt/format.h>

#include "core/tensor/eigen.h"
#include "core/tensor/parallel.h"
#include "core/tensor/product.h"

namespace vitrine {

namespace {

Scalar scale_of(const Tensor& query, ScoreDivisor divisor) { return static_cast<Scalar>(divisor.factor(query.size(3))); }

/// Calls body(sentence, head) for every sentence and head. `depth`: the number of summed products per number of `grid`, which
/// holds scores or weights.
template <class Body>
void for_each_head(const Tensor& grid, Size depth, Body&& body) {
    const Size heads = grid.size(1);
    parallel_for(grid.size(0) * heads, grid.count() * depth, [&](Size i) { body(i / heads, i % heads); });
}

/// Calls body(sentence, head, key head, write) for every sentence and head. Heads that read the same key head come one after
/// another: the first sets the key head's gradient, the others add to it.
template <class Body>
void for_each_group(const Tensor& grid, const Tensor& key, Size depth, Body&& body) {
    const Size groups = key.size(1), size = grid.size(1) / groups;
    parallel_for(grid.size(0) * groups, grid.count() * depth, [&](Size i) {
        for (Size member = 0; member < size; ++member)
            body(i / groups, i % groups * size + member, i % groups, member == 0 ? Write::set : Write::add);
    });
}

}  // namespace

void scores_forward(const Tensor& query, const Tensor& key, Tensor& scores, ScoreDivisor divisor) {
    const ProductOptions scaled{.factor = scale_of(query, divisor)};
    const Size group = query.size(1) / key.size(1);
    for_each_head(scores, query.size(3), [&](Size b, Size h) {
        multiply_transposed(head_of(query, b, h), head_of(key, b, h / group), head_of(scores, b, h), scaled);
    });
}

void scores_backward(const Tensor& query, const Tensor& key, const Tensor& d_scores, ScoresGradients d) {
    // scores = Q·Kᵀ / √d
    const Scalar factor = scale_of(query, d.divisor);
    for_each_group(d_scores, key, 2 * query.size(3), [&](Size b, Size h, Size g, Write write) {
        multiply(head_of(d_scores, b, h), head_of(key, b, g), head_of(d.query, b, h), {.factor = factor});
        transposed_multiply(head_of(d_scores, b, h), head_of(query, b, h), head_of(d.key, b, g),
                            {.factor = factor, .write = write});
    });
}

void context_forward(const Tensor& weights, const Tensor& value, Tensor& context) {
    const Size group = weights.size(1) / value.size(1);
    for_each_head(weights, value.size(3),
                  [&](Size b, Size h) { multiply(head_of(weights, b, h), head_of(value, b, h / group), head_of(context, b, h)); });
}

void context_backward(const Tensor& weights, const Tensor& value, const Tensor& d_context, ContextGradients d) {
    // context = weights · V
    for_each_group(weights, value, 2 * value.size(3), [&](Size b, Size h, Size g, Write write) {
        multiply_transposed(head_of(d_context, b, h), head_of(value, b, g), head_of(d.weights, b, h));
        transposed_multiply(head_of(weights, b, h), head_of(d_context, b, h), head_of(d.value, b, g), {.write = write});
    });
}

void merge_heads_forward(const Tensor& context, Tensor& merged) { rows(merged) = rows(context); }

void merge_heads_backward(const Tensor& d_merged, Tensor& d_context) {
    // merged[b, l] = the contexts of all heads side by side
    rows(d_context) = rows(d_merged);
}

namespace {

/// Completes a declaration with the letters of its cells, whose first operand has all heads and whose second has key heads only.
/// With groups, head h is head r of group g.
Dependence grouped(Dependence dependence, HeadGroups groups, std::array<std::string, 3> rest) {
    const bool alone = groups.size == 1;
    const std::string head = alone ? "bh" : "b(gr)", key_head = alone ? "bh" : "bg";
    dependence.output = head + rest[0];
    dependence.terms = {{.label = "", .factors = {{0, head + rest[1]}, {1, key_head + rest[2]}}}};
    if (!alone) dependence.sizes = {{'r', groups.size}};
    return dependence;
}

}  // namespace

double ScoreDivisor::factor(Size head_width) const {
    const double d = width.value_or(static_cast<double>(head_width));
    return 1 / ((root_of_width ? std::sqrt(d) : 1) * static_cast<double>(layer));
}

Dependence scores_dependence(Size head_width, ScoreDivisor divisor, HeadGroups groups, const std::array<std::string, 2>& symbols) {
    const std::string by_layer = divisor.layer == 1 ? "" : fmt::format(" / {}", divisor.layer);
    return grouped({.kind = DependenceKind::sum,
                    .formula = fmt::format(
                        "scores[q,k] = Σ {}[q,i] · {}[k,i]{}{}", symbols[0], symbols[1],
                        divisor.root_of_width ? divisor.width ? fmt::format(" / √{:g}", *divisor.width) : " / √d" : "", by_layer),
                    .scale = divisor.factor(head_width)},
                   groups, {"qk", "qi", "ki"});
}

Dependence context_dependence(const std::string& weights, HeadGroups groups) {
    return grouped({.kind = DependenceKind::sum, .formula = "context[q,i] = Σ " + weights + "[q,k] · V[k,i]"}, groups,
                   {"qi", "qk", "ki"});
}

Dependence merge_heads_dependence() {
    return {.kind = DependenceKind::copy,
            .output = "bl(hi)",
            .formula = "merged[l,h·d+i] = context[h,l,i]",
            .terms = {{.label = "context", .factors = {{0, "bhli"}}}}};
}

Dependence key_transposed_dependence(const std::string& symbol) {
    return {.kind = DependenceKind::copy,
            .output = "bhik",
            .formula = symbol + "ᵀ[i,k] = " + symbol + "[k,i]",
            .terms = {{.label = symbol, .factors = {{0, "bhki"}}}}};
}

}  // namespace vitrine
