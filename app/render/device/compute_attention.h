#pragma once
/// Computes scaled dot-product attention on the graphics card: scores, mask, softmax and context, with compute shaders.

#include <limits>
#include <span>

#include "app/render/device/attention_plan.h"
#include "app/render/device/gpu.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// The operands and the mask. The mask is given by what causes it, since its cells are as many as the scores.
struct AttentionInputs {
    const Tensor& query;                                         ///< [batch, head, query, feature], with any strides
    const Tensor& key;                                           ///< [batch, head, key, feature]
    const Tensor& value;                                         ///< the same as `key`
    float factor = 1;                                            ///< factor of Q·Kᵀ: 1/√d, or 1
    float mask_value = -std::numeric_limits<float>::infinity();  ///< the masked score of a hidden key
    bool causal = false;                                         ///< hides every key after the query's own position
    std::span<const std::uint8_t> hidden_keys = {};              ///< [batch, key], 1: hidden from every query; empty: none
    std::span<const std::uint8_t> hidden_queries = {};           ///< [batch, query], 1: sees no key; empty: none
};

AttentionShape shape_of(const AttentionInputs& inputs);

/// Cells that are on the card, or are recomputed there when read. They keep their operands alive.
struct ComputedAttention {
    std::shared_ptr<const FetchedCells> scores, masked_scores, weights;  ///< [batch, head, query, key]
};

/// Computes the context and returns the other tensors. Requires: `context` has its shape. A row that sees no key has weights and a
/// context of 0; a row with NaN or +∞ among its scores is NaN, as in core/ops. Throws Error if memory does not suffice, a shader
/// does not compile or the driver fails; then the context is unchanged and no memory is taken. From any thread.
ComputedAttention compute_attention(const std::shared_ptr<Gpu>& gpu, const AttentionInputs& inputs, AttentionStorage storage,
                                    Tensor& context);

/// The same computation, repeated with operands on the card and into the same buffers, for benchmarks.
class RepeatedAttention {
public:
    RepeatedAttention(const std::shared_ptr<Gpu>& gpu, const AttentionInputs& inputs, AttentionStorage storage);
    ~RepeatedAttention();
    RepeatedAttention(const RepeatedAttention&) = delete;
    RepeatedAttention& operator=(const RepeatedAttention&) = delete;

    /// Returns when the card is done.
    void compute();

    double operations() const;  ///< floating-point operations of the necessary products
    double bytes() const;       ///< bytes that must be moved: every operand read once, everything kept written once

private:
    std::unique_ptr<class AttentionComputation> computation_;
};

}  // namespace vitrine
