#pragma once
/// Queries, keys and values of all heads (section 3.2.2), and what is made of queries and keys before their products. Only
/// core/pass includes this.

#include "core/pass/blocks.h"

namespace vitrine {

/// Q = queries · W_Qᵀ + b_Q, K = memory · W_Kᵀ + b_K, V = memory · W_Vᵀ + b_V. In a decoding step, keys and values of earlier
/// positions are kept.
void project_heads(const AttentionInput& input, const AttentionDescription& of, const AttentionParameters& p,
                   const Setting& setting, AttentionActivations& a);
void project_heads_backward(const AttentionPass& pass, const Execution& run, AttentionActivations& d, AttentionGradients to);

/// Normalises and rotates queries and keys, as far as the attention does.
void prepare_heads(const AttentionInput& input, const AttentionDescription& of, const AttentionParameters& p,
                   const Setting& setting, AttentionActivations& a);

/// What prepare_heads has computed, its gradients, and those of the norms' parameters.
struct PreparedHeads {
    const AttentionActivations& a;
    AttentionActivations& d;
    AttentionParameters& d_p;
};
/// Sets the gradients of Q and K where they were normalised or rotated. Requires: those of the scored queries and keys are there.
void prepare_heads_backward(const AttentionDescription& of, const AttentionParameters& p, const Execution& run,
                            const PreparedHeads& heads);

}  // namespace vitrine
