#pragma once
/// Design choices of the paper that can be switched off one by one, with the weights kept, to show what each is for.

namespace vitrine {

/// The default values are the paper's design. A member with another value is a departure from it.
struct Design {
    bool scale_scores = true;         ///< scores are divided by √d
    bool shared_attention = false;    ///< cross-attention uses the parameters of its layer's self-attention
    bool causal_mask = true;          ///< positions do not attend to later ones in the decoder
    bool padding_mask = true;         ///< no position attends to padding
    bool mask_after_softmax = false;  ///< weights = softmax(scores) ⊙ mask, not renormalised
    bool padding_on_queries = false;  ///< the padding mask is mask[b, query], by the padding of the queries
    bool scale_embedding = true;      ///< if the configuration scales, too
    bool positions = true;            ///< position encodings are added to the embeddings
    bool residuals = true;            ///< false: residual = sublayer(x)
    bool norm_inside = false;         ///< residual = x + LayerNorm(dropout(sublayer(x))), whatever norm_placement is

    bool operator==(const Design&) const = default;
};

}  // namespace vitrine
