/// Measures a large attention, from queries, keys and values to the context, with all intermediate tensors kept.

#include <limits>
#include <memory>

#include <fmt/format.h>

#include "app/cli/bench/benchmarks.h"
#include "core/ops/blocked/blocked_attention.h"
#include "core/tensor/random.h"

namespace vitrine {

namespace {

constexpr Size heads = 8, head_width = 64;

enum class Masking { none, causal };

/// The tensors of one attention. They keep their memory from pass to pass.
struct LargeAttention {
    Tensor query{Axis::batch, Axis::head, Axis::query, Axis::feature};
    Tensor key{Axis::batch, Axis::head, Axis::key, Axis::feature};
    Tensor value{Axis::batch, Axis::head, Axis::key, Axis::feature};
    MaskTensor mask{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor scores{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor masked_scores{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor weights{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor context{Axis::batch, Axis::head, Axis::query, Axis::feature};

    LargeAttention(Size length, Masking masking) {
        Random random(1);
        for (Tensor* numbers : {&query, &key, &value, &context}) {
            numbers->resize({1, heads, length, head_width}, Order::heads_together);
            for (Size i = 0; i < numbers->count(); ++i) numbers->data()[i] = static_cast<Scalar>(random.normal());
        }
        for (Tensor* grid : {&scores, &weights}) grid->resize({1, heads, length, length});
        // As in a run: without a mask, the masked scores share the memory of the scores.
        masking == Masking::none ? masked_scores.share(scores) : masked_scores.resize_like(scores);
        mask.resize({1, 1, length, length});
        for (Size q = 0; q < length; ++q) {
            for (Size k = 0; k < length; ++k) mask.at({0, 0, q, k}) = masking == Masking::none || k <= q;
        }
    }

    void compute() {
        attention_forward({query, key, value, mask}, {.mask_value = -std::numeric_limits<Scalar>::infinity()},
                          {scores, masked_scores, weights, context});
    }
};

/// Floating-point operations of the two products. Every score has to be computed, but a hidden key's weight is not multiplied
/// with its value.
double operations(Size length, Masking masking) {
    const double cells = static_cast<double>(heads * length * length), row = static_cast<double>(length);
    const double weighed = masking == Masking::none ? cells : cells * (row + 1) / (2 * row);
    return 2.0 * head_width * (cells + weighed);
}

Workload attending(Size length, Masking masking) {
    const bool causal = masking == Masking::causal;
    const auto prepare = [length, masking] {
        const auto attention = std::make_shared<LargeAttention>(length, masking);
        return [attention] { attention->compute(); };
    };
    return {.name = fmt::format("attention-{}{}", length, causal ? "-causal" : ""),
            .text = fmt::format("{} heads of {}, {} tokens{} weights and context, all kept", heads, head_width, length,
                                causal ? " with a causal mask: scores, masked scores," : ": scores,"),
            .repetitions = 21,
            .seconds = 0.05,
            .prepare = prepare,
            .operations = operations(length, masking)};
}

}  // namespace

std::vector<Workload> attention_workloads() {
    std::vector<Workload> list;
    for (const Masking masking : {Masking::none, Masking::causal}) {
        for (const Size length : {512, 1024, 2048, 4096}) list.push_back(attending(length, masking));
    }
    return list;
}

}  // namespace vitrine
