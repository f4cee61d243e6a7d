#pragma once
/// Scaled dot-product attention on the graphics card: scores, mask, softmax and context by compute shaders, held against core/ops.

#include <limits>
#include <span>

#include "app/render/device/attention_plan.h"
#include "app/render/device/gpu.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// What is computed, and who is hidden from whom: the causes of a mask rather than its cells, which are as many as the scores.
struct AttentionInputs {
    const Tensor& query;                                         ///< [batch, head, query, feature], in any order
    const Tensor& key;                                           ///< [batch, head, key, feature]
    const Tensor& value;                                         ///< the same
    float factor = 1;                                            ///< of Q·Kᵀ: 1/√d, or 1
    float mask_value = -std::numeric_limits<float>::infinity();  ///< what stands where a key is hidden
    bool causal = false;                                         ///< every key after the query's own position is hidden
    std::span<const std::uint8_t> hidden_keys = {};              ///< [batch, key], 1: from every query; empty: none
    std::span<const std::uint8_t> hidden_queries = {};           ///< [batch, query], 1: sees no key; empty: none
};

AttentionShape shape_of(const AttentionInputs& inputs);

/// Cells that are on the card, or are computed there whenever they are read. They hold what they need of it.
struct ComputedAttention {
    std::shared_ptr<const FetchedCells> scores, masked_scores, weights;  ///< [batch, head, query, key]
};

/// Computes the context, which has its sizes already, and gives out the rest. A row that sees no key has weights and a context of
/// 0; a row with NaN or +∞ among its scores is NaN, as core/ops has it. Throws Error, and leaves the context as it was and no
/// memory taken, where memory does not suffice, a shader does not compile or the driver fails. From any thread.
ComputedAttention compute_attention(const std::shared_ptr<Gpu>& gpu, const AttentionInputs& inputs, AttentionStorage storage,
                                    Tensor& context);

/// The same, computed again and again from operands that are on the card and into the same buffers, to be timed.
class RepeatedAttention {
public:
    RepeatedAttention(const std::shared_ptr<Gpu>& gpu, const AttentionInputs& inputs, AttentionStorage storage);
    ~RepeatedAttention();
    RepeatedAttention(const RepeatedAttention&) = delete;
    RepeatedAttention& operator=(const RepeatedAttention&) = delete;

    /// Returns when the card is done.
    void compute();

    double operations() const;  ///< of floating point in the products that must be computed
    double bytes() const;       ///< that must be moved: every operand read once, everything kept written once

private:
    std::unique_ptr<class AttentionComputation> computation_;
};

}  // namespace vitrine
