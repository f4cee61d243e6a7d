#include "core/pass/memory_needed.h"

namespace vitrine {

Size attention_bytes(const Configuration& c, const Batch& batch) {
    constexpr Size tensors = 3;  // scores, masked scores, weights
    const Size source = batch.source_length(), target = batch.target_length();
    Size cells = 0;
    if (!c.is_transformer()) cells = c.nhead * target * source;
    if (c.has_encoder()) cells += c.num_encoder_layers * c.heads(StackKind::encoder) * source * source;
    if (c.has_decoder()) cells += c.num_decoder_layers * c.heads(StackKind::decoder) * target * (target + source);
    return tensors * batch.sentences() * cells * static_cast<Size>(sizeof(Scalar));
}

}  // namespace vitrine
