#include "core/pass/memory_needed.h"

namespace vitrine {

Size attention_bytes(const Configuration& c, const Batch& batch) {
    constexpr Size tensors = 3;  // scores, masked scores, weights
    const Size source = batch.source_length(), target = batch.target_length();
    const Size pairs = c.is_transformer()
                           ? c.num_encoder_layers * source * source + c.num_decoder_layers * (target * target + target * source)
                           : target * source;
    return tensors * batch.sentences() * c.nhead * pairs * static_cast<Size>(sizeof(Scalar));
}

}  // namespace vitrine
