#include "core/ops/attention.h"

#include <cmath>

#include "core/tensor/eigen.h"
#include "core/tensor/parallel.h"

namespace vitrine {

namespace {

/// Eigen's own choice between packing and plain dot products looks at the sum of the sizes; for one head of a short sentence plain
/// is always right.
bool is_small(Size rows, Size columns, Size depth) { return rows * columns * depth < 4096; }

}  // namespace

void scores_forward(const Tensor& query, const Tensor& key, Tensor& scores) {
    const Size heads = query.size(1), depth = query.size(3);
    const Scalar scale = 1 / std::sqrt(Scalar(depth));
    parallel_for(query.size(0) * heads, scores.count() * depth, [&](Size i) {
        const auto q = head_of(query, i / heads, i % heads);
        const auto k = head_of(key, i / heads, i % heads);
        auto s = head_of(scores, i / heads, i % heads);
        if (is_small(s.rows(), s.cols(), depth)) {
            s = q.lazyProduct(k.transpose()) * scale;
        } else {
            s.noalias() = scale * q * k.transpose();
        }
    });
}

void context_forward(const Tensor& weights, const Tensor& value, Tensor& context) {
    const Size heads = weights.size(1), depth = weights.size(3);
    parallel_for(weights.size(0) * heads, context.count() * depth, [&](Size i) {
        const auto w = head_of(weights, i / heads, i % heads);
        const auto v = head_of(value, i / heads, i % heads);
        auto c = head_of(context, i / heads, i % heads);
        if (is_small(c.rows(), c.cols(), depth)) {
            c = w.lazyProduct(v);
        } else {
            c.noalias() = w * v;
        }
    });
}

void merge_heads_forward(const Tensor& context, Tensor& merged) { rows(merged) = rows(context); }

}  // namespace vitrine
