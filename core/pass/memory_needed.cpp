#include "core/pass/memory_needed.h"

namespace vitrine {

Size attention_bytes(const Configuration& c, const Batch& batch) {
    constexpr Size tensors = 3;  // scores, masked scores, weights
    const Size source = batch.source_length(), target = batch.target_length();
    const auto heads = [&c](StackKind stack) { return c.layers(stack) * c.heads(stack); };
    Size cells = 0;
    if (!c.is_transformer()) cells = c.nhead * target * source;
    if (c.has_encoder()) cells += heads(StackKind::encoder) * source * source;
    if (c.has_decoder()) cells += heads(StackKind::decoder) * target * (target + (c.has_encoder() ? source : 0));
    return tensors * batch.sentences() * cells * static_cast<Size>(sizeof(Scalar));
}

}  // namespace vitrine
